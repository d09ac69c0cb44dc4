; The installer for Windows, made on Linux by installers.py. NOT RUN ON WINDOWS: nobody has tried it there.
; makensis -DVERSION=… -DOUTPUT=… windows.nsi, in the folder with `tdsuite` and `files.nsh`
!include "LogicLib.nsh"
Unicode true
SetCompressor /SOLID lzma
SetDateSave on
Name "tdsuite ${VERSION}"
OutFile "${OUTPUT}"
; For one user, without an administrator. The data of events lies elsewhere, in $LOCALAPPDATA\tdsuite: no line here names it.
RequestExecutionLevel user
InstallDir "$LOCALAPPDATA\Programs\tdsuite"
!define KEY "Software\Microsoft\Windows\CurrentVersion\Uninstall\tdsuite"
Page instfiles
UninstPage uninstConfirm
UninstPage instfiles

!macro RefuseWhileRunning
  ${If} ${FileExists} "$INSTDIR\python\python.exe"
    ClearErrors
    FileOpen $0 "$INSTDIR\python\python.exe" a
    ${If} ${Errors}
      MessageBox MB_OK|MB_ICONSTOP "tdsuite is running. Stop it with Ctrl-C in its window, then try again."
      Abort
    ${EndIf}
    FileClose $0
  ${EndIf}
!macroend

!macro RemoveProgram
  RMDir /r "$INSTDIR\python"
  RMDir /r "$INSTDIR\packages"
  Delete "$INSTDIR\tdsuite.cmd"
!macroend

Section
  !insertmacro RefuseWhileRunning
  !insertmacro RemoveProgram
  !include "files.nsh"
  SetOutPath "$INSTDIR"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  CreateShortcut "$SMPROGRAMS\tdsuite.lnk" "$INSTDIR\tdsuite.cmd"
  WriteRegStr HKCU "${KEY}" "DisplayName" "tdsuite"
  WriteRegStr HKCU "${KEY}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${KEY}" "UninstallString" '"$INSTDIR\uninstall.exe"'
SectionEnd

Section "Uninstall"
  !insertmacro RefuseWhileRunning
  !insertmacro RemoveProgram
  Delete "$SMPROGRAMS\tdsuite.lnk"
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
  DeleteRegKey HKCU "${KEY}"
SectionEnd
