// The texts of the first render of <merchant-apply>, in Hebrew.
import type { ApplyDictionary } from '../dictionary.ts'

/** Isolates a value from the page so that it keeps its own direction (UAX #9). */
const own = (text: string): string => `\u2068${text}\u2069`

export const STRINGS: ApplyDictionary = {
  shell: {
    test: 'מצב בדיקה',
    testNote: 'מצב בדיקה: שום פרט שיוזן לא נשלח לבנק. יש להשתמש בנתונים לדוגמה.',
    fillSample: 'מילוי בנתונים לדוגמה',
    partner: (name) => `הרשמה אצל ${own(name)}`,
    steps: {
      start: 'לפני שמתחילים',
      plan: 'בחירת מסלול',
      business: 'העסק שלך',
      tax: 'פרטי מס',
      contact: 'כתובת ודרכי התקשרות',
      signers: 'בעלים וחותמים',
      bank: 'חשבון בנק',
      review: 'בדיקת התשובות',
      agreement: 'הסכם',
      done: 'הבקשה שלך',
    },
    stepOf: (number, of) => `שלב ${number} מתוך ${of}`,
    progress: 'התקדמות',
    marked: {
      past: (step) => `${step}, הושלם`,
      wrong: (step) => `${step}, דורש תיקון`,
    },
    begin: 'התחלה',
    continue: 'המשך',
    back: 'חזרה',
    problem: 'יש בעיה',
    unset: 'ההרשמה הזו לא מוגדרת. אפשר לפנות למי ששלח אותך לכאן.',
    unreached: 'אין גישה לשרת. יש לבדוק את החיבור.',
    faults: {
      'token-unreachable': 'לדף הזה אין גישה לשרת שלו. יש לבדוק את החיבור.',
      'token-unauthorized':
        'נותקת מהמערכת או שאין לך הרשאה להרשמה הזו. יש להתחבר שוב, או לפנות למי ששלח אותך לכאן.',
      'token-unavailable': 'השרת אינו זמין כרגע.',
      'token-limited': 'השרת עמוס: יותר מדי בקשות בבת אחת.',
    },
    retrying: (seconds) => (seconds ? `ניסיון נוסף בעוד ${seconds} שנ׳` : 'מנסים שוב…'),
    tryAgain: 'ניסיון נוסף',
    stuck: 'לא ניתן היה לטעון את העמוד הבא. יש לבדוק את החיבור. שום דבר שהוקלד לא אבד.',
    takes: 'זה לוקח כעשר דקות. אפשר לעצור בכל עת ולחזור: התשובות נשמרות 60 יום.',
    ready: 'כדאי להכין',
    things: [
      'מספר מס אמריקאי: EIN, או SSN או ITIN של בעל עסק יחיד',
      'לכל בעלים של 25% או יותר ולכל חותם: כתובת מגורים, תאריך לידה, SSN או ITIN, טלפון נייד',
      'מספר ניתוב (routing number) ומספר חשבון בבנק אמריקאי – או להוסיף אותם אחר כך',
    ],
    resumed: (when) => `שמחים לראות אותך שוב. כאן התשובות שלך מ־${when}.`,
    startOver: 'להתחיל מחדש',
    startOverSure: 'למחוק את כל התשובות ולהתחיל מחדש?',
    startOverYes: 'מחיקת התשובות',
    keep: 'להשאיר אותן',
    again: 'למען ביטחונך, מספרי מס ומספרי חשבון אינם נשמרים לעולם. יש להזין אותם שוב.',
    saving: 'שומרים…',
    saved: 'נשמר',
    unsaved: 'עדיין לא נשמר. אנחנו ממשיכים לנסות; אפשר להמשיך.',
    changed: 'התשובות שלך שונו בחלון אחר או במכשיר אחר.',
    loadNewer: 'לטעון את החדשות',
    keepMine: 'להשאיר את אלו',
  },
  plan: {
    label: 'איזה מסלול מתאים לך?',
    none: '–',
    empty: 'אין כרגע מסלול מוצע. אפשר לפנות למי ששלח אותך לכאן.',
    errors: {
      choose: 'יש לבחור מסלול',
      'tier-unavailable': 'המסלול שנבחר אינו מוצע עוד. יש לבחור מסלול אחר',
    },
  },
}
