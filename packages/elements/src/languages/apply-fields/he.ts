// The texts of the fields of <merchant-apply> up to the signers, in Hebrew. Numbers with signs keep their own direction.
import type { ApplyFieldsDictionary } from '../dictionary.ts'

const STREET = 'יש להזין רחוב ומספר בית מלאים'
const ZIP = 'יש להזין מיקוד ZIP בן 5 ספרות, כמו 08701'
const POSTAL = 'יש להזין מיקוד, כמו K1A 0B1'
const PROVINCE = 'יש לבחור מחוז או טריטוריה'

/** Isolates a value from the page so that it keeps its own direction (UAX #9). */
const own = (text: string): string => `\u2068${text}\u2069`

export const STRINGS: ApplyFieldsDictionary = {
  fields: {
    optional: '(לא חובה)',
    choose: 'בחירה',
    show: 'הצגה',
    showing: (label) => `הצגה: ${label}`,
    add: (label) => `הוספה: ${label}`,
    again: 'יש להזין שוב: למען ביטחונך זה לא נשמר.',
    unclear: 'יש להזין את הסכום בספרות בלבד, כמו 250000: את מה שהוקלד אפשר לקרוא בשתי דרכים',
    count: (used, max) => (used > max ? `${used - max} יותר מדי` : `${used} מתוך ${max} תווים`),
    suggestions: (label) => `הצעות: ${label}`,
    found: (count) =>
      count === 1 ? 'הצעה אחת. אפשר לבחור בה עם החץ למטה.' : `${count} הצעות. אפשר לבחור עם החץ למטה.`,
    filled: 'מולא: נא לבדוק',
    savedPart: 'נשמר, חוץ מהמספרים שאיננו שומרים לעולם',
    month: 'חודש',
    day: 'יום',
    year: 'שנה',
    about: (whose, message) => `${own(whose)}: ${message}`,
    check: (label) => `יש לבדוק את ”${label}”`,
    refused: 'התשובה הזו לא התקבלה. יש לבדוק אותה ולהזין אותה שוב.',
    refusals: {
      name: 'התשובה הזו לא התקבלה. יש להזין את השם בדיוק כמו במסמכים הרשמיים.',
      number: 'התשובה הזו לא התקבלה. יש להשוות כל ספרה למסמך.',
      reach: 'התשובה הזו לא התקבלה. יש לבדוק שהיא מלאה ועדיין בשימוש.',
      place: 'התשובה הזו לא התקבלה. יש להשוות את הכתובת לחשבון או למכתב מהזמן האחרון.',
      date: 'התשובה הזו לא התקבלה. יש להשוות את התאריך למסמך רשמי.',
    },
    warnings: {
      'statement-cut': 'בדף החיוב יופיעו 22 תווים',
      'ein-prefix': 'מספר לא שגרתי: האם הוא נכון?',
      'account-card': 'האם זה מספר כרטיס?',
      'zip-state': 'האם המדינה נכונה?',
      'sole-name': 'השם המשפטי של בעל עסק יחיד הוא בדרך כלל שמו הפרטי: כדאי לבדוק',
    },
  },
  address: {
    elsewhere: (zip, found, chosen) => `המיקוד ${own(zip)} נמצא ב־${own(found)}. האם ${own(chosen)} נכון?`,
    country: {
      label: 'ארץ',
      errors: { choose: 'יש לבחור ארץ', country: 'יש לבחור ארץ' },
    },
    streetAddress: {
      label: 'רחוב ומספר בית',
      errors: {
        required: 'יש להזין רחוב ומספר בית',
        'too-short': STREET,
        'too-long': 'עד 100 תווים לרחוב ולמספר הבית',
        'text-characters': STREET,
        'po-box': 'יש להזין כתובת רחוב, לא תיבת דואר',
      },
    },
    streetAddress2: {
      label: 'דירה, סוויטה או יחידה',
      errors: {
        'too-long': 'עד 100 תווים לדירה',
        'po-box': 'יש להשמיט את תיבת הדואר',
      },
    },
    city: {
      label: 'עיר',
      errors: {
        required: 'יש להזין עיר',
        'too-short': 'יש להזין את שם העיר',
        'too-long': 'עד 50 תווים לעיר',
        'text-characters': 'יש להזין את שם העיר',
      },
    },
    state: {
      US: {
        label: 'מדינה או טריטוריה',
        errors: {
          'state-unknown': 'יש לבחור מדינה',
          'state-military': 'יש לבחור מדינה, לא כתובת צבאית',
        },
      },
      CA: {
        label: 'מחוז או טריטוריה',
        errors: { 'state-unknown': PROVINCE, 'state-military': PROVINCE },
      },
    },
    zip: {
      US: {
        label: 'מיקוד (ZIP)',
        errors: { required: 'יש להזין מיקוד ZIP', 'zip-format': ZIP, 'postal-format': ZIP },
      },
      CA: {
        label: 'מיקוד',
        errors: { required: 'יש להזין מיקוד', 'zip-format': POSTAL, 'postal-format': POSTAL },
      },
    },
  },
  business: {
    fields: {
      ownershipType: {
        label: 'איזה סוג של עסק זה?',
        errors: { choose: 'יש לבחור את סוג העסק' },
      },
      corporateName: {
        label: 'השם המשפטי של העסק',
        hint: 'כמו בדוח המס שלך. אצל בעל עסק יחיד זה בדרך כלל השם שלך.',
        errors: {
          required: 'יש להזין את השם המשפטי של העסק',
          'too-short': 'יש להזין את השם המשפטי המלא',
          'too-long': 'עד 100 תווים לשם המשפטי',
          latin: 'השם המשפטי באותיות לטיניות, ספרות וסימני פיסוק רגילים',
        },
      },
      dbaSame: {
        label: 'גם הלקוחות מכירים אותנו בשם הזה',
        errors: { 'dba-needed': 'יש לבטל את הסימון ולהזין שם מסחרי בן 60 תווים לכל היותר' },
      },
      dbaName: {
        label: 'שם מסחרי',
        hint: 'השם שעל השלט או באתר, באנגלית ”doing business as”.',
        errors: {
          required: 'יש להזין שם מסחרי',
          'too-short': 'יש להזין את השם המסחרי המלא',
          'too-long': 'עד 60 תווים לשם המסחרי',
          latin: 'השם המסחרי באותיות לטיניות, ספרות וסימני פיסוק רגילים',
        },
      },
      productSold: {
        label: 'מה נמכר בעסק?',
        hint: 'למשל ”תיקוני אינסטלציה ואביזרי אמבטיה”.',
        errors: {
          required: 'יש להזין מה נמכר בעסק',
          'too-short': 'כדאי לפרט עוד קצת מה נמכר בעסק',
          'too-long': 'עד 200 תווים למה שנמכר בעסק',
          'text-characters': 'כדאי לפרט עוד קצת מה נמכר בעסק',
        },
      },
      website: {
        label: 'אתר',
        errors: {
          website: 'יש להזין אתר כמו www.example.com, או להשאיר ריק',
          'website-private': 'יש להזין אתר שכולם יכולים לפתוח, או להשאיר ריק',
          'too-long': 'עד 255 תווים לאתר',
        },
      },
      businessStartDate: {
        label: 'מתי התחיל העסק לפעול?',
        hint: 'מספיקים החודש והשנה.',
        errors: {
          required: 'יש להזין את התאריך שבו התחיל העסק',
          'date-incomplete': 'יש להזין חודש ושנה (ארבע ספרות) של תחילת העסק',
          'date-not-real': 'יש לבדוק את תאריך ההתחלה: התאריך לא קיים',
          'date-future': 'יש להזין תאריך התחלה שאינו בעתיד',
          'date-too-early': 'יש להזין תאריך התחלה אחרי 1799',
        },
      },
      annualCreditCardSales: {
        label: 'מכירות בכרטיס בשנה, בדולרים',
        hint: 'הערכה מספיקה.',
        errors: { amount: 'יש להזין מכירות בכרטיס בדולרים שלמים, כמו 250000, או להשאיר ריק' },
      },
    },
    types: {
      soleProprietorship: ['בעל עסק יחיד (sole proprietorship)', 'העסק בבעלותך בלבד ואינו רשום כחברה.'],
      partnership: ['שותפות', 'בבעלות משותפת של שני אנשים או יותר.'],
      llc: ['חברה בערבון מוגבל (LLC)', 'רשומה כ־LLC, עם בעלים אחד או יותר.'],
      corporation: ['תאגיד (corporation)', 'רשום כתאגיד, עם בעלי מניות.'],
      nonProfit: ['ללא כוונת רווח', 'צדקה, בית תפילה, מועדון או מטרה אחרת, שלא לרווח.'],
      government: ['גוף ממשלתי', 'גוף ציבורי, כמו עירייה או מחוז בתי ספר.'],
    },
    statement: 'בדפי החיוב של לקוחותיך:',
  },
  tax: {
    fields: {
      taxIdType: {
        label: 'באיזה מספר העסק משתמש למס?',
        errors: {
          choose: 'יש לבחור את המספר שמשמש למס',
          'ein-needed': 'יש לבחור EIN: סוג עסק כזה זקוק לו',
        },
      },
      taxId: {
        label: 'EIN (מספר זיהוי מעסיק)',
        hint: 'תשע ספרות, כמו 12-3456789. הוא מופיע במכתב מרשות המסים (IRS) ובדוח המס שלך.',
        errors: {
          required: 'יש להזין EIN',
          'nine-digits': 'יש להזין EIN בן תשע ספרות',
          'ein-invalid': 'יש לבדוק את ה־EIN: לאף עסק לא יכול להיות מספר כזה',
        },
      },
    },
    types: {
      EIN: ['EIN', 'רשות המסים האמריקאית (IRS) נתנה לעסק מספר משלו.'],
      SSN: ['מספר ביטוח לאומי (SSN)', 'המסים של העסק משולמים תחת המספר שלך.'],
      ITIN: ['ITIN', 'במקום זאת יש לך מספר אישי של משלם מסים.'],
    },
    later: 'אין מה להקליד כאן: המספר הזה נדרש פעם אחת, עם הפרטים שלך תחת ”בעלים וחותמים”.',
  },
  contact: {
    fields: {
      businessPhone: {
        label: 'טלפון העסק',
        errors: {
          required: 'יש להזין את טלפון העסק',
          phone: 'יש להזין טלפון עסק בן עשר ספרות, כמו \u2066(732) 555-0123\u2069',
        },
      },
      businessEmail: {
        label: 'דוא״ל העסק',
        errors: {
          email: 'יש להזין דוא״ל כמו name@example.com, או להשאיר ריק',
          'too-long': 'עד 100 תווים לדוא״ל',
        },
      },
      mailingSame: { label: 'לשלוח דואר לכתובת העסק', errors: {} },
    },
    business: 'כתובת העסק',
    noBox: 'המקום שבו עובדים, לא תיבת דואר. אם העבודה מהבית, יש להזין את כתובת המגורים.',
    reach: 'טלפון ודוא״ל',
    mail: 'כתובת למשלוח דואר',
  },
}
