/** Names of members that contain an error. */
const ERROR =
  /^(err|errors?|exceptions?|faults?|fault_?string|err_?(msg|message|code)|error_?(message|msg|text|description|details?|code)|ошибк[аи]|исключени[ея])$/i
/** Names of members that state success or a final status. */
const SUCCESS = /^(success|ok|is_?success(ful)?|succeeded|успех|успешно)$/i
const OUTCOME = /^(status|stat|result|статус|результат)$/i
const FAILED = /^\s*(errors?|fail|failed|failure|ошибка|сбой|неудача)\s*$/i
const CODE =
  /^(status|code|status_?code|http_?(status|code|status_?code)|err_?(code|no)|error(_?code)?|код)$/i
/** Names of members with the message. Those of the second kind also occur in ordinary records. */
const MESSAGE =
  /^((user_?|developer_?)?message|msg|details?|reason|err_?msg|error_?message|сообщение|причина)$/i
/** Names that ordinary records have, too, of a message if it is the only member. */
const NOTE = /^(note|notice|info|information|warning|примечание|внимание|предупреждение)$/i
/** The type of an object that is an error: `hydra:Error`, `NotFoundException`. */
const ERROR_TYPE = /^\S*(?:Error|Exception|Fault)$/
const DESCRIPTION = /^(title|description|text|описание)$/i
/** Names that accompany an error and are not data. */
const COMPANION =
  /^(type|instance|path|url|uri|method|time|date|timestamp|version|api_?version|help|help_?(url|link)|hint|more_?info|documentation(_?url)?|(request|trace|correlation|error|span|log)_?id|trace|stack(_?trace)?|severity|level|locator|xmlns|lang)$/i
/** Names that may occur next to a single message. */
const LONE =
  /^(instance|path|timestamp|help|help_?(url|link)|documentation(_?url)?|(request|trace|correlation|error)_?id)$/i
/** Names of objects about the request, not data. */
const ENVELOPE =
  /^(meta|metadata|request|query|params|parameters|headers|context|debug|_?links|info|violations|invalid[-_]?params)$/i
/** Values that mean there was no error. */
const FINE = /^(no|none|null|nil|false|0|ok|success|успешно|нет|без ошибок|no errors?|n\/?a|undefined|-)\.?$/i

/** Beginnings of page headings that state an error. */
const ERROR_HEADING =
  /^[^\p{L}\d]*(?:https?[^\p{L}\d]*)?(?:[45]\d\d(?![\p{L}\d])|errors?(?!\p{L})|sorry(?!\p{L})|ошибка(?!\p{L})|извините(?!\p{L}))/iu

/** Generic names of xml root elements. */
const WRAPPER =
  /^(response|results?|data|root|answer|reply|message|api|output|document|hash|rsp|ответ|результат|данные)$/i

/** A name without the `@` of attributes and keywords, and without the prefix of OData or Hydra. */
export const bare = (name: string) => name.replace(/^@?(?:odata\.|hydra:)?/, '')

export const isErrorName = (name: string) => ERROR.test(bare(name))
export const isSuccessName = (name: string) => SUCCESS.test(bare(name))
export const isOutcomeName = (name: string) => OUTCOME.test(bare(name))
export const isCodeName = (name: string) => CODE.test(bare(name))
export const isMessageName = (name: string) => MESSAGE.test(bare(name))
export const isNoteName = (name: string) => NOTE.test(bare(name))
export const isTypeName = (name: string) => bare(name) === 'type'
export const isDescriptionName = (name: string) => DESCRIPTION.test(bare(name))
const isCompanionName = (name: string) => COMPANION.test(bare(name))
export const isWrapperName = (name: string) => WRAPPER.test(name)
export const isLoneCompanionName = (name: string) => LONE.test(bare(name))
export const isEnvelopeName = (name: string) => ENVELOPE.test(bare(name))

/** Whether a page heading states an error: `503 Service Unavailable`, `Error`. */
export const isErrorHeading = (text: string) => ERROR_HEADING.test(text)

/** Whether a word means failure. */
export const isFailed = (text: string) => FAILED.test(text)

/** Whether a type is that of an error. */
export const isErrorType = (text: string) => ERROR_TYPE.test(text)

/** Whether a text in an error member states an error: it contains a letter, and does not mean that all is well. */
export const isErrorText = (text: string) => /\p{L}/u.test(text) && !FINE.test(text.trim())

/** Whether a name is one of those that state an error. */
export function isErrorMember(name: string): boolean {
  return [isErrorName, isCodeName, isMessageName, isDescriptionName].some((is) => is(name))
}

/** Whether a name is part of the vocabulary of errors, so its value is no data. */
export function isRelated(name: string): boolean {
  return isErrorMember(name) || [isSuccessName, isOutcomeName, isCompanionName].some((is) => is(name))
}
