/** What the crawler gives as evidence of what it inferred, in Russian: patterns of whole clauses. */
const CLAUSES: readonly (readonly [said: RegExp, text: string])[] = [
  [/^the config says so$/, 'так указано в настройках'],
  [/^the config names the field$/, 'поле названо в настройках'],
  [
    /^the list has no field (".*"), which the config names$/,
    'в списке нет поля $1, которое названо в настройках',
  ],
  [/^no field fits$/, 'ни одно поле не подходит'],
  [
    /^its name, and its values are short texts$/,
    'название поля и то, что его значения\u00a0— короткие тексты',
  ],
  [/^its name, and its values are texts$/, 'название поля и то, что его значения\u00a0— тексты'],
  [/^its name, and its values are dates$/, 'название поля и то, что его значения\u00a0— даты'],
  [
    /^its values are short phrases, most of them different$/,
    'значения поля\u00a0— короткие фразы, по большей части разные',
  ],
  [
    /^no field of the datasets has values that are keys of (\S+)$/,
    'ни у одного поля наборов данных значения не служат ключами $1',
  ],
  [/^(\d+) of (\d+) values are found in (.+)$/, 'значений найдено в $3: $1 из $2'],
  [/^(\d+) links to datasets are in the lists$/, 'ссылок на наборы данных в списках: $1'],
  [
    /^(\d+) links to datasets are in the lists, and (\d+) of (\d+) values of (.+) are their codes$/,
    'ссылок на наборы данных в списках: $1; значений $4, которые служат их кодами: $2 из $3',
  ],
  [
    /^the origin answers for its values \((\d+) asked\)$/,
    'источник отвечает на значения поля (спрошено: $1)',
  ],
  [/^the likeliest field by its values and name$/, 'самое вероятное поле по значениям и названию'],
  [
    /^the origin answers for any code, so asking proves nothing$/,
    'источник отвечает на любой код, поэтому вопросы ничего не доказывают',
  ],
  [
    /^no link to a dataset and no field whose values answer were found in the lists$/,
    'в списках не нашлось ни ссылок на наборы данных, ни поля, на значения которого отвечает источник',
  ],
]

/** Evidence in Russian; undefined when a clause of it is not known. */
export function translateEvidence(said: string): string | undefined {
  const clauses = said.split('; ').map((clause) => {
    const known = CLAUSES.find(([pattern]) => pattern.test(clause))
    return known && clause.replace(known[0], known[1])
  })
  return clauses.includes(undefined) ? undefined : clauses.join('; ')
}
