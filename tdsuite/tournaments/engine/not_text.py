"""Files that are given for text and are none: how they begin, what they are, and what to do with a roster like that."""

NOT_TEXT = (
    (b"PK\x03\x04", "a spreadsheet or a zip archive", "Save the sheet as CSV and load that; unpack an archive first."),
    (b"\xd0\xcf\x11\xe0", "an old Excel or Word file", "Save it as CSV and load that."),
    (b"%PDF", "a PDF", "Load the file it was made from: .t, .TOU or CSV."),
    (b"\x1f\x8b", "a compressed file", "Unpack it first."),
)
