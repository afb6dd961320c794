// The texts of <merchant-apply> for people and bank account, in Hebrew. Numbers with signs keep their own direction.
import type { ApplyPeopleDictionary } from '../dictionary.ts'

/** Isolates a value from the page so that it keeps its own direction (UAX #9). */
const own = (text: string): string => `\u2068${text}\u2069`

export const STRINGS: ApplyPeopleDictionary = {
  signers: {
    fields: {
      signers: {
        label: 'אנשים',
        errors: {
          'signers-none': 'יש להוסיף לפחות אדם אחד',
          'signers-many': 'יש להסיר אנשים: אפשר לרשום עשרה לכל היותר',
          'signers-sole': 'יש להסיר אנשים: בעל עסק יחיד הוא אדם אחד',
          'percent-sum': 'יש לשנות את החלקים: יחד הם יותר מ־100%',
          'owners-many': 'יש לשנות את החלקים: לכל היותר ארבעה אנשים יכולים להחזיק ב־25% או יותר',
          'control-person': 'יש לבחור ”שינוי” אצל מי שמנהל את העסק, ולסמן שם את התיבה',
          'primary-one': 'יש לבחור את איש הקשר',
        },
      },
      allOwnersListed: {
        label: 'כל מי שמחזיק ב־25% או יותר רשום כאן',
        errors: { 'owners-unconfirmed': 'יש לאשר שכל הבעלים רשומים' },
      },
      isPrimary: { label: 'למי לפנות בקשר לבקשה הזו?', errors: {} },
      isControlPerson: {
        label: 'האדם הזה מנהל את העסק',
        hint: 'מי שמקבל החלטות בעסק מדי יום, כמו נשיא או מנהל. אחד מספיק. הבנקים קוראים לו control person.',
        errors: {},
      },
      firstName: {
        label: 'שם פרטי',
        errors: {
          required: 'יש להזין שם פרטי',
          'name-characters': 'בשם הפרטי רק אותיות, רווחים, מקפים וגרשים',
          'too-long': 'עד 35 תווים לשם הפרטי',
        },
      },
      lastName: {
        label: 'שם משפחה',
        errors: {
          required: 'יש להזין שם משפחה',
          'name-characters': 'בשם המשפחה רק אותיות, רווחים, מקפים וגרשים',
          'too-long': 'עד 35 תווים לשם המשפחה',
        },
      },
      title: {
        label: 'תפקיד בעסק',
        hint: 'אפשר לבחור מהרשימה או להקליד תפקיד אחר.',
        errors: {
          required: 'יש להזין תפקיד בעסק',
          ampersand: 'יש לכתוב ”ו” במקום & בתפקיד',
          'too-short': 'יש להזין תפקיד בעסק',
          'too-long': 'עד 60 תווים לתפקיד',
          'text-characters': 'יש להזין תפקיד בעסק',
        },
      },
      ownershipPercentage: {
        label: 'חלק בעסק',
        hint: 'באחוזים, ללא שברים. יש להזין 0 אם אין בעלות.',
        errors: {
          required: 'יש להזין את החלק, או 0',
          percent: 'יש להזין את החלק כמספר שלם מ־0 עד 100',
          'percent-sole': 'יש להזין 100: לבעל עסק יחיד שייך העסק כולו',
        },
      },
      dateOfBirth: {
        label: 'תאריך לידה',
        errors: {
          required: 'יש להזין תאריך לידה',
          'date-incomplete': 'יש להזין יום, חודש ושנה (ארבע ספרות) של הלידה',
          'date-not-real': 'יש לבדוק את תאריך הלידה: התאריך לא קיים',
          'date-future': 'יש להזין תאריך לידה שאינו בעתיד',
          'under-18': 'יש לבדוק את תאריך הלידה: נדרש גיל 18 לפחות',
          'over-120': 'יש לבדוק את תאריך הלידה: הוא לפני יותר מ־120 שנה',
        },
      },
      ssn: {
        label: 'מספר ביטוח לאומי (SSN) או ITIN',
        hint: 'תשע ספרות, כמו 123-45-6789. נדרש כדי לאמת מי הבעלים של העסק ומי מנהל אותו.',
        errors: {
          required: 'יש להזין SSN או ITIN',
          'nine-digits': 'יש להזין SSN או ITIN בן תשע ספרות',
          'ssn-invalid': 'יש לבדוק את ה־SSN או ה־ITIN: לאיש לא יכול להיות מספר כזה',
          'ssn-sample': 'יש להזין את המספר האמיתי: זה מיועד לבדיקות בלבד',
          'ssn-expected': 'יש להזין SSN: הוא נבחר תחת ”פרטי מס”, וזה ITIN',
          'itin-expected': 'יש להזין ITIN: הוא נבחר תחת ”פרטי מס”, וזה אינו ITIN',
          'ssn-repeated': 'יש לבדוק את המספר: לאדם אחר ברשימה יש אותו מספר',
        },
      },
      ownerCellPhone: {
        label: 'טלפון נייד',
        errors: {
          required: 'יש להזין טלפון נייד',
          phone: 'יש להזין טלפון נייד בן עשר ספרות, כמו \u2066(732) 555-0123\u2069',
          'phone-toll-free': 'יש להזין טלפון נייד, לא מספר חינם',
        },
      },
    },
    who: 'יש לרשום את כל מי שמחזיק ב־25% או יותר, ואדם אחד שמנהל את העסק. עשרה אנשים לכל היותר.',
    onlyYou: 'בעסק של בעלים יחיד אין אנשים נוספים: יש לרשום את עצמך.',
    nobodyElse: 'לאף אחד אחר אין חלק בעסק',
    add: 'הוספת אדם',
    addYou: 'הוספת עצמך',
    startYou: 'מתחילים בפרטים שלך',
    addMore: 'הוספת אדם נוסף',
    change: 'שינוי',
    remove: 'הסרה',
    undo: 'ביטול',
    removed: (name) => `${own(name)} – הוסר מהרשימה`,
    person: (number) => `אדם ${number}`,
    of: (word, name) => `${word}: ${own(name)}`,
    shares: (percent, all) => `חלקים עד כה: ${percent} מתוך ${all}`,
    missing: (count) =>
      ({
        one: 'תשובה אחת דורשת בדיקה',
        two: 'שתי תשובות דורשות בדיקה',
        other: `${count} תשובות דורשות בדיקה`,
      })[new Intl.PluralRules('he').select(count) as 'one' | 'two' | 'other'],
    control: 'ניהול העסק',
    primary: 'איש קשר ראשי',
    address: 'כתובת מגורים',
    copy: 'להשתמש בכתובת העסק',
    save: 'שמירת האדם',
    back: 'חזרה',
    cancel: 'ביטול',
    titleNames: [
      'בעלים',
      'שותף לבעלות',
      'נשיא',
      'מנכ״ל',
      'סמנכ״ל כספים',
      'חבר מנהל',
      'חבר',
      'שותף',
      'דירקטור',
      'גזבר',
      'מזכיר',
      'מנהל',
    ],
  },
  bank: {
    fields: {
      bankingLater: { label: 'לאן להעביר את תקבולי הכרטיסים שלך?', errors: {} },
      'banking.bankName': {
        label: 'שם הבנק',
        errors: {
          required: 'יש להזין את שם הבנק',
          'too-short': 'יש להזין את שם הבנק',
          'too-long': 'עד 60 תווים לשם הבנק',
          'text-characters': 'יש להזין את שם הבנק',
        },
      },
      'banking.routingNumber': {
        label: 'מספר ניתוב (routing number)',
        hint: 'תשע ספרות',
        errors: {
          required: 'יש להזין מספר ניתוב',
          'nine-digits': 'יש להזין מספר ניתוב בן תשע ספרות',
          'routing-invalid': 'יש לבדוק את מספר הניתוב: אחת הספרות שגויה',
        },
      },
      'banking.accountNumber': {
        label: 'מספר חשבון',
        hint: 'של חשבון עובר ושב (checking) של העסק, 4 עד 17 ספרות',
        errors: {
          required: 'יש להזין מספר חשבון',
          'account-digits': 'יש להזין מספר חשבון בן 4 עד 17 ספרות',
          'account-invalid': 'יש לבדוק את מספר החשבון: לאף חשבון לא יכול להיות מספר כזה',
          'account-is-routing': 'יש להזין את מספר החשבון: זה מספר הניתוב',
        },
      },
    },
    now: 'הזנת החשבון עכשיו',
    later: ['הוספה אחר כך', 'אפשר לשלוח את הבקשה בלעדיו.'],
    drawing: 'המחאת נייר: בתחתית מופיע קודם מספר הניתוב ואחריו מספר החשבון.',
    where: 'שני המספרים מופיעים בתחתית המחאת נייר ובאפליקציה של הבנק.',
    routing: 'ניתוב',
    account: 'חשבון',
  },
}
