import type { SearchCatalogue, SearchDataset } from '../../../src/lib/site/search/head.ts'

/** Returns a number from 0 to `below` - 1. The sequence is the same in every run (mulberry32). */
type Draw = (below: number) => number

const GROUPS = { categories: 30, oivs: 120 }
const ENDINGS = ['ых', 'ого', 'ой', 'ые', 'ый', 'ая', 'ым', 'ому']

/** A catalogue of datasets with titles and descriptions of real words, two thirds Russian, the same in every run. */
export function generateCatalogue(count: number, descriptionLength: number): SearchCatalogue {
  const draw = drawFrom(20261121)
  const groups = (many: number, begin: string) =>
    Array.from({ length: many }, (_, at) => ({
      key: String(1000 + at),
      title: `${begin} ${adjective(draw, 'ых')} ${noun(draw)[0]} ${at}`,
    }))
  const categories = groups(GROUPS.categories, 'Раздел')
  const oivs = groups(GROUPS.oivs, 'Департамент')
  const tables = Array.from({ length: Math.ceil(count / 4) }, () => tableOf(draw))
  const datasets = Array.from({ length: count }, (): SearchDataset => {
    const isRussian = draw(3) > 0
    const title = isRussian ? russianTitle(draw) : englishTitle(draw)
    const columns = tables[skewed(draw, tables.length)] ?? []
    return {
      code: `${7700000000 + draw(99_999_999)}-${slugOf(draw, isRussian ? title : title.toLowerCase())}`,
      title: `${title}${draw(4) === 0 ? `, ${2010 + draw(17)}` : ''}`,
      description: describe(draw, isRussian, descriptionLength),
      categories: [skewed(draw, GROUPS.categories)],
      oivs: [skewed(draw, GROUPS.oivs)],
      columns,
      first: columns.slice(0, 5),
      ...(draw(2) === 0 && { years: `${1990 + draw(20)}–${2012 + draw(14)}` }),
      records: Math.floor(10 ** (draw(500) / 100)),
      width: 4 + draw(30),
      state: draw(20) === 0 ? 1 + draw(4) : 0,
      changed: new Date(Date.UTC(2019, 0, 1 + draw(2800))).toISOString().slice(0, 10),
    }
  })
  datasets.sort((a, b) => (a.title < b.title ? -1 : 1))
  return {
    categories,
    oivs,
    datasets: datasets.map((dataset, at) => ({ ...dataset, code: `${dataset.code}-${at}` })),
  }
}

function russianTitle(draw: Draw): string {
  const [what] = noun(draw)
  const [, of] = noun(draw)
  const begin = BEGINNINGS[draw(BEGINNINGS.length)]
  return `${begin} ${adjective(draw, 'ых')} ${what} ${adjective(draw, 'ого')} ${of} ${adjective(draw, 'ого')} района`
}

function englishTitle(draw: Draw): string {
  const { adjectives, nouns, places } = ENGLISH
  const pick = (words: readonly string[]) => words[skewed(draw, words.length)] ?? ''
  const first = pick(adjectives)
  return `${first.charAt(0).toUpperCase()}${first.slice(1)} ${pick(nouns)} and ${pick(adjectives)} ${pick(nouns)} in ${pick(places)}`
}

function describe(draw: Draw, isRussian: boolean, length: number): string {
  const words: string[] = []
  let long = 0
  while (long < length) {
    const word = isRussian ? russianWord(draw) : englishWord(draw)
    words.push(word)
    long += word.length + 1
  }
  const text = words.join(' ')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`.slice(0, length)
}

function russianWord(draw: Draw): string {
  const kind = draw(8)
  if (kind < 3) return adjective(draw, ENDINGS[draw(ENDINGS.length)] ?? '')
  if (kind < 6) return noun(draw)[draw(2)] ?? ''
  return kind === 6 ? (JOINTS[draw(JOINTS.length)] ?? '') : String(draw(2000))
}

function englishWord(draw: Draw): string {
  const { adjectives, nouns, places } = ENGLISH
  const words =
    [adjectives, nouns, nouns, places, ['of the', 'and', 'in', 'by', 'with', 'for each', 'since']][draw(5)] ??
    []
  return words[skewed(draw, words.length)] ?? ''
}

function tableOf(draw: Draw): string[] {
  const own = Array.from(
    { length: draw(4) },
    () =>
      `${ENGLISH.nouns[draw(ENGLISH.nouns.length)]}_${ENGLISH.adjectives[draw(ENGLISH.adjectives.length)]}`,
  )
  const common = Array.from({ length: 4 + draw(14) }, () => COLUMNS[skewed(draw, COLUMNS.length)] ?? '')
  return [...new Set([...common, ...own])].map((name) => name.replaceAll('_', draw(2) === 0 ? '_' : ' '))
}

function adjective(draw: Draw, ending: string): string {
  return `${ADJECTIVES[skewed(draw, ADJECTIVES.length)]}${ending}`
}

function noun(draw: Draw): [string, string] {
  return NOUNS[skewed(draw, NOUNS.length)] ?? ['', '']
}

function slugOf(draw: Draw, title: string): string {
  if (/[а-я]/i.test(title)) return draw(2) === 0 ? 'dataset' : 'nabor'
  return title.split(' ').slice(0, 2).join('-')
}

// Few words are frequent and many are rare, as in any language.
function skewed(draw: Draw, below: number): number {
  return Math.floor(below * (draw(10_000) / 10_000) ** 1.6)
}

function drawFrom(seed: number): Draw {
  let state = seed
  return (below) => {
    const drawn = scramble(state)
    state = (state + STEP) | 0
    return Math.floor((drawn / 2 ** 32) * below)
  }
}

const STEP = 0x6d2b79f5

/** A number from 0 to 2 ** 32 - 1 that seems random (a step of mulberry32). */
export function scramble(seed: number): number {
  let state = (seed + STEP) | 0
  state = Math.imul(state ^ (state >>> 15), state | 1)
  state ^= state + Math.imul(state ^ (state >>> 7), state | 61)
  return (state ^ (state >>> 14)) >>> 0
}

const list = (text: string) => text.trim().split(/\s+/)

/** Stems of Russian adjectives, to which endings are added, so one stem gives many forms. */
const ADJECTIVES = list(`
  автомобильн административн архивн бюджетн ветеринарн водн воздушн градостроительн дорожн жилищн земельн зимн инвалидн индустриальн
  инженерн информационн исторически(к) коммунальн контрольн культурн лекарственн лечебн лицензионн медицинск многоквартирн
  мобильн молодежн муниципальн налогов научн некоммерческ нежил образовательн общественн объектн огородн опасн памятн парков
  пассажирск пенсионн пешеходн подведомственн пожарн почтов правов природн промышленн ремонтн речн родильн садов санитарн
  сезонн сельскохозяйственн сервисн служебн социальн специализированн спортивн справочн статистическ стационарн страхов строительн
  театральн тепличн территориальн технологическ торгов транспортн тротуарн туристическ уличн управляющ учебн федеральн финансов
  хозяйственн художественн ценов частн школьн экологическ экспериментальн электрическ электронн энергетическ юридическ ярмарочн
  северн южн западн восточн центральн ленинск советск октябрьск первомайск заводск кировск московск приморск невск выборгск
  адмиралтейск василеостровск калининск красногвардейск петроградск фрунзенск курортн пушкинск тверск басман хамовническ
  пресненск таганск даниловск донск гагаринск обручевск тимирязевск савеловск хорошевск куркинск митинск строгинск
  ростокинск алексеевск останкинск лианозовск бибиревск отрадн измайловск преображенск соколиногорск перовск новогиреевск вешняковск
`).map((stem) => stem.replace(/\(к\)$/, '').replace(/и$/, ''))

/** Russian nouns: the genitive plural, and the genitive singular. */
const NOUNS = list(`
  больниц/больницы поликлиник/поликлиники школ/школы садов/сада парков/парка скверов/сквера улиц/улицы площадей/площади мостов/моста
  домов/дома зданий/здания сооружений/сооружения организаций/организации учреждений/учреждения предприятий/предприятия остановок/остановки
  маршрутов/маршрута станций/станции вокзалов/вокзала аэропортов/аэропорта стоянок/стоянки парковок/парковки гаражей/гаража велодорожек/велодорожки
  библиотек/библиотеки музеев/музея театров/театра кинотеатров/кинотеатра концертов/концерта выставок/выставки памятников/памятника храмов/храма
  кладбищ/кладбища стадионов/стадиона бассейнов/бассейна катков/катка площадок/площадки залов/зала секций/секции кружков/кружка лагерей/лагеря
  аптек/аптеки врачей/врача лекарств/лекарства диспансеров/диспансера лабораторий/лаборатории отделений/отделения пунктов/пункта центров/центра
  магазинов/магазина рынков/рынка ярмарок/ярмарки киосков/киоска ресторанов/ресторана столовых/столовой гостиниц/гостиницы общежитий/общежития
  деревьев/дерева кустарников/кустарника газонов/газона цветников/цветника водоемов/водоема рек/реки озер/озера пляжей/пляжа источников/источника
  контейнеров/контейнера отходов/отхода выбросов/выброса замеров/замера постов/поста датчиков/датчика камер/камеры светофоров/светофора знаков/знака
  договоров/договора закупок/закупки лицензий/лицензии разрешений/разрешения проверок/проверки нарушений/нарушения штрафов/штрафа обращений/обращения
  тарифов/тарифа цен/цены доходов/дохода расходов/расхода налогов/налога субсидий/субсидии программ/программы проектов/проекта планов/плана
  участков/участка кварталов/квартала районов/района округов/округа границ/границы адресов/адреса помещений/помещения квартир/квартиры
  жителей/жителя детей/ребенка пенсионеров/пенсионера учеников/ученика студентов/студента учителей/учителя работников/работника вакансий/вакансии
  депутатов/депутата избирателей/избирателя участников/участника победителей/победителя мероприятий/мероприятия новостей/новости отчетов/отчета
  автобусов/автобуса трамваев/трамвая троллейбусов/троллейбуса такси/такси поездов/поезда судов/судна вагонов/вагона двигателей/двигателя
  лифтов/лифта котельных/котельной подстанций/подстанции сетей/сети труб/трубы насосов/насоса счетчиков/счетчика фонарей/фонаря опор/опоры
`).map((pair) => pair.split('/') as [string, string])

/** Beginnings of Russian titles of registers. */
const BEGINNINGS = [
  'Перечень',
  'Реестр',
  'Сведения о размещении',
  'Список',
  'Адреса',
  'Статистика',
  'Показатели',
  'График работы',
  'Схема размещения',
  'Результаты проверок',
  'Количество',
  'Информация о работе',
]

/** Connecting phrases of Russian descriptions. */
const JOINTS = list(
  'а_также включая с_указанием на_территории по_состоянию_на в_границах для_нужд при_участии в_рамках согласно_данным кроме находящихся_в_ведении относящихся_к подлежащих ремонту открытых закрытых построенных переданных',
).map((joint) => joint.replaceAll('_', ' '))

/** English adjectives, nouns and places. */
const ENGLISH = {
  adjectives: list(
    'annual public local regional municipal federal national historic private residential commercial industrial agricultural coastal urban rural marine daily monthly quarterly seasonal estimated measured licensed registered protected vacant affordable average total gross net primary secondary higher medical dental veterinary environmental electric renewable solar wind hydraulic thermal acoustic chemical biological geological digital mobile stationary temporary permanent accessible inclusive multilingual emergency voluntary corporate charitable educational scientific cultural artistic musical athletic recreational',
  ),
  nouns: list(
    'hospitals schools parks streets bridges buildings libraries museums theatres stations airports routes stops crossings signals cameras permits licences inspections violations complaints requests budgets expenditures revenues contracts grants taxes prices wages households residents births deaths marriages migrants pupils teachers students graduates vacancies employers companies shops markets restaurants hotels beaches rivers lakes wetlands forests trees gardens playgrounds pools stadiums clubs events festivals exhibitions monuments churches cemeteries shelters clinics pharmacies ambulances vaccinations infections injuries accidents collisions crimes arrests courts elections candidates votes districts wards parcels addresses boundaries dwellings flats garages bicycles buses trams trains ferries vessels vehicles charging chargers emissions particulates samples sensors readings forecasts rainfall temperatures earthquakes floods fires landslides species habitats fisheries crops livestock farms pesticides meters pipes pumps mains substations turbines boilers dams reservoirs landfill containers recycling',
  ),
  places: list(
    'Camden Hackney Islington Lambeth Southwark Greenwich Lewisham Newham Barnet Enfield Harrow Hillingdon Hounslow Kingston Merton Sutton Croydon Bromley Bexley Havering Redbridge Waltham Haringey Brent Ealing Richmond Wandsworth Westminster Kensington Chelsea Fulham Hammersmith Leeds Bradford Wakefield Sheffield Rotherham Doncaster Barnsley Hull York Durham Sunderland Gateshead Newcastle Carlisle Preston Lancaster Blackburn Burnley Bolton Bury Oldham Rochdale Salford Stockport Tameside Trafford Wigan',
  ),
}

/** Names of columns as in registers. */
const COLUMNS = list(
  'global_id ID Name FullName ShortName AdmArea District Address Latitude Longitude geoData WorkingHours PublicPhone Email WebSite INN OGRN KPP ChiefName ChiefPosition Year Month Date Period Value Amount Count Area Length Width Height Type Category Status Comment Note Код Наименование Адрес Район Округ Телефон Год Месяц Дата Количество Площадь Сумма Единица_измерения Руководитель Режим_работы Сайт Примечание Номер Номер_п/п Вид Тип Статус Источник Описание Широта Долгота Кадастровый_номер Дата_начала Дата_окончания Балансодержатель Ответственный Вместимость Этажность Год_постройки title code category updated_at created_at price latitude longitude population share total percent region country source unit',
)
