/**
 * Words that stand in nearly every text and say nothing of it. They are not looked for, so that who types "школы и парки" finds
 * "школы, парки" too. Folded as {@link foldRun} folds.
 */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  'a an and are as at by for from in into is of on or the to with без в во до за и из или к ко на над о об от по под при с со у для'.split(
    ' ',
  ),
)
