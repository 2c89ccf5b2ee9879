# Runs each code of a list of files in a scope of its own, and writes what it loaded as `data` to a file next to it: names, then columns;
# the type of a cell is its first letter.
ends <- "\u001e"
parts <- "\u001f"

cell_texts <- function(column) {
  kind <- if (is.character(column)) "t" else if (is.logical(column)) "b" else "n"
  text <- if (is.double(column)) sprintf("%.17g", column) else as.character(column)
  paste(ifelse(is.na(column), "-", paste0(kind, enc2utf8(text))), collapse = parts)
}

describe <- function(data) {
  if (!is.data.frame(data)) return(paste0("json", as.character(jsonlite::toJSON(data, auto_unbox = TRUE, digits = NA))))
  paste(c(paste(c("names", enc2utf8(names(data))), collapse = parts), vapply(data, cell_texts, "")), collapse = ends)
}

for (file in commandArgs(trailingOnly = TRUE)) {
  scope <- new.env()
  text <- tryCatch({
    utils::capture.output(eval(parse(file, encoding = "UTF-8"), scope))
    describe(scope$data)
  }, error = function(fault) paste0("error", conditionMessage(fault)))
  writeLines(text, paste0(file, ".loaded"), sep = "", useBytes = TRUE)
}
