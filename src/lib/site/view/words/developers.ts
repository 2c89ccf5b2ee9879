import type { Language } from '../../../config/schema.ts'
import type { MachineFile } from '../../../snapshot/index.ts'
import type { Locale } from '../locale.ts'
import type { Worded } from './en.ts'

/** The groups of addresses. */
export const ADDRESS_GROUPS = ['interface', 'files', 'mirror'] as const
export type AddressGroup = (typeof ADDRESS_GROUPS)[number]

const en = {
  title: 'For developers',
  lead: (origin: string) =>
    `Programs can read all data of this mirror at fixed addresses, with GET, without a key and from any web page. The addresses are those of ${origin}.`,
  groups: {
    interface: {
      name: 'Interface',
      text: 'The addresses of the origin. The host has to evaluate the parameter `type`; if it does not, programs get the page and need the files below.',
    },
    files: {
      name: 'Files',
      text: 'The same data and the tables that the mirror makes of it. These addresses work on any host, below any path and from a disk.',
    },
    mirror: { name: 'Mirror', text: 'What the mirror states about itself.' },
  } satisfies Record<AddressGroup, object>,
  dataset: 'The data of one dataset',
  markdown: 'The page of a dataset as Markdown: its files and columns, and its first records',
  dataPackage: 'The columns of the table and the files of a dataset (Data Package 2.0)',
  differences: 'What the last runs changed in a dataset, record by record',
  versions: 'The former versions of a dataset that the mirror keeps',
  timeMap: 'The former versions as a TimeMap (RFC 7089)',
  /** A former version in a format. */
  version: (format: string) => `A former version of a dataset as ${format}`,
  /** A file of what `what` names. */
  file: (what: string, format: string) => `${what}: ${format}`,
  state: {
    manifest: 'The origin, state and checksum of every file of data',
    status: 'How the last run ended, and until when that is valid',
    changes: 'Which datasets the last runs added, changed, withdrew and dropped',
  } satisfies Record<MachineFile, string>,
  sums: 'The checksums of all files, as `sha256sum` reads them',
  chain: 'A line for each change of the data, with the checksum of the line before',
  feed: 'The latest changes (Atom)',
  catalogue: 'All datasets for harvesters (DCAT-AP 3.0.1), first page',
  signature: 'The signature of `SHA256SUMS`, as `ssh-keygen -Y verify` reads it',
  signers: 'The public key of the mirror, for `ssh-keygen -Y verify`',
  views: 'A view of each table for DuckDB',
  dataJson: 'All datasets for harvesters (DCAT-US 3)',
  parameters: {
    type: 'The format of the answer. Without it, and with any other value, the answer is html.',
    code: 'The code of a dataset, percent-encoded. It is one path segment, without a slash.',
    sha256: 'The SHA-256 of the bytes of a version, as the file `versions.json` of its dataset states it.',
  },
  found: 'The file',
  notFound: 'There is no such dataset, or no such file of it',
  anyShape: 'What the origin published, in any shape',
  page: {
    openApi: 'OpenAPI 3.1',
    openApiText:
      'Everything on this page is in `openapi.json` too, from which tools generate clients and documentation.',
    schema: 'JSON Schema',
    addresses: 'Addresses',
    parameters: 'Parameters',
    answer: 'An answer',
    answerText: (bytes: string) => `The beginning of the file, ${bytes} in all.`,
    state: 'State of the mirror',
    stateText: 'Three files state how complete and how current the mirror is. Later versions may add fields.',
    /** Where the descriptions of fields are in another language than the page. */
    fieldsNote: '',
    fields: (file: string) => `Fields of ${file}`,
    optional: 'optional',
    notes: [
      'The files are the origin’s, byte for byte, unless `manifest.json` states `derived` for them.',
      'On hosts that ignore `type`, browsers get the right format all the same: a script redirects the first visit to the file, and a service worker answers after that.',
      'Most hosts support conditional requests (`If-None-Match`), which transfer only what has changed, and requests for part of a file (`Range`).',
    ],
  },
  trying: {
    title: 'Try a request',
    text: 'The request is sent from your browser to this mirror.',
    operation: 'Operation',
    code: 'Dataset code',
    format: 'Format',
    send: 'Send',
    request: 'Request',
    response: 'Response',
    noScript: 'Requests can be tried here with JavaScript, which is not available.',
    /** Words of the script. `{file}`: the address that was requested instead. */
    script: {
      sending: 'Waiting for the answer…',
      failed: 'There was no answer. Check the connection and send the request again.',
      disk: 'This page was opened from a disk, where browsers do not let pages read other files, so no request can be sent. Open the file instead:',
      ignored: 'This host ignores the parameter “type”, so the file was requested: {file}',
      worker:
        'A service worker in this browser may have answered in place of the host. The file works everywhere: {file}',
    },
  },
} as const

/** The words for developers: on their page, and in the description of the interface. */
export type DeveloperWords = Worded<typeof en>

const ru: DeveloperWords = {
  title: 'Для разработчиков',
  lead: (origin) =>
    `Программы могут читать все данные зеркала по постоянным адресам: запросом GET, без ключа и с любой веб-страницы. Адреса те же, что у ${origin}.`,
  groups: {
    interface: {
      name: 'Интерфейс',
      text: 'Адреса источника. Они отдают данные, если хостинг учитывает параметр `type`; если нет, программы получат страницу. Тогда нужны файлы, перечисленные ниже.',
    },
    files: {
      name: 'Файлы',
      text: 'Те же данные и таблицы, которые делает из них зеркало. Эти адреса работают на любом хостинге, в любой папке и с диска.',
    },
    mirror: { name: 'Зеркало', text: 'Что зеркало сообщает о себе.' },
  },
  dataset: 'Данные одного набора',
  markdown: 'Страница набора данных в формате Markdown: файлы, столбцы и первые записи',
  dataPackage: 'Столбцы таблицы и файлы набора данных (Data Package 2.0)',
  differences: 'Что изменили в наборе данных последние обновления, запись за записью',
  versions: 'Прежние версии набора данных, которые хранит зеркало',
  timeMap: 'Прежние версии в виде TimeMap (RFC 7089)',
  version: (format) => `Прежняя версия набора данных в ${format}`,
  file: (what, format) => `${what}: ${format}`,
  state: {
    manifest: 'Источник, состояние и контрольная сумма каждого файла с данными',
    status: 'Чем закончилась последняя проверка и до какого времени эти сведения действительны',
    changes: 'Какие наборы данных последние проверки добавили, изменили, сняли с публикации и удалили',
  },
  sums: 'Контрольные суммы всех файлов для программы `sha256sum`',
  chain: 'Строка о каждом изменении данных с контрольной суммой предыдущей строки',
  feed: 'Последние изменения (Atom)',
  catalogue: 'Все наборы данных для каталогов (DCAT-AP 3.0.1), первая страница',
  signature: 'Подпись файла `SHA256SUMS` для `ssh-keygen -Y verify`',
  signers: 'Открытый ключ зеркала для `ssh-keygen -Y verify`',
  views: 'Представления всех таблиц для DuckDB',
  dataJson: 'Все наборы данных для каталогов (DCAT-US 3)',
  parameters: {
    type: 'Формат ответа. Без параметра и при любом другом значении ответ\u00a0— html.',
    code: 'Код набора данных в процентной кодировке: один сегмент пути, без косой черты.',
    sha256: 'SHA-256 содержимого версии: он указан в файле `versions.json` её набора данных.',
  },
  found: 'Файл',
  notFound: 'Нет такого набора данных или такого файла в нём',
  anyShape: 'То, что опубликовал источник, в любой форме',
  page: {
    openApi: 'OpenAPI 3.1',
    openApiText:
      'То же самое описано в файле `openapi.json`, по которому программы создают клиентские библиотеки и документацию.',
    schema: 'JSON Schema',
    addresses: 'Адреса',
    parameters: 'Параметры',
    answer: 'Пример ответа',
    answerText: (bytes) => `Начало файла; всего в нём ${bytes}.`,
    state: 'Состояние зеркала',
    stateText:
      'Три файла сообщают, насколько зеркало полно и актуально. В следующих версиях могут появиться новые поля.',
    fieldsNote: 'Описания полей\u00a0— на английском, как в схемах.',
    fields: (file) => `Поля ${file}`,
    optional: 'необязательное',
    notes: [
      'Файлы совпадают с файлами источника байт в байт, если в `manifest.json` их состояние не `derived`.',
      'Если хостинг не учитывает `type`, браузер всё равно получает нужный формат: при первом посещении на файл перенаправляет скрипт, затем отвечает service worker.',
      'Большинство хостингов отвечает на условные запросы (`If-None-Match`)\u00a0— тогда передаётся только то, что изменилось,\u00a0— и отдаёт часть файла (`Range`).',
    ],
  },
  trying: {
    title: 'Пробный запрос',
    text: 'Запрос к зеркалу отправит ваш браузер.',
    operation: 'Операция',
    code: 'Код набора данных',
    format: 'Формат',
    send: 'Отправить',
    request: 'Запрос',
    response: 'Ответ',
    noScript: 'Чтобы отправить пробный запрос, нужен JavaScript, но здесь он недоступен.',
    script: {
      sending: 'Ожидание ответа…',
      failed: 'Ответа нет. Проверьте соединение и отправьте запрос ещё раз.',
      disk: 'Страница открыта с диска. Таким страницам браузер не разрешает читать другие файлы, поэтому запрос отправить нельзя. Откройте сам файл:',
      ignored: 'Хостинг не учитывает параметр «type», поэтому запрошен файл: {file}',
      worker:
        'Вместо хостинга мог ответить service worker этого браузера. Адрес файла работает везде: {file}',
    },
  },
}

/** The words for developers in the language of the pages. */
export function developerWordsOf({ words }: Locale): DeveloperWords {
  return WORDS[words.language]
}

const WORDS: Readonly<Record<Language, DeveloperWords>> = { en, ru }
