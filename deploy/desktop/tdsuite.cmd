@echo off
rem Starts the suite. NOT RUN ON WINDOWS: nobody has tried it there.
"%~dp0python\python.exe" -X utf8 -P -m tdsuite %*
if errorlevel 1 pause
