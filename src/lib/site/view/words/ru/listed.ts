import type { Words } from '../type.ts'

export const listed: Words['listed'] = {
  fieldRoles: {
    code: 'код',
    title: 'название',
    description: 'описание',
    updated: 'дата обновления',
    category: 'категория',
    oiv: 'ОИВ',
  },
  inferred: (role) => `понято как ${role}`,
  told: (role) => `по настройке: ${role}`,
}
