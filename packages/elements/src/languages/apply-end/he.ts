// The texts of <merchant-apply> from the review to the end, in Hebrew.
import type { ApplyEndDictionary } from '../dictionary.ts'

/** Isolates a value from the page so that it keeps its own direction (UAX #9). */
const own = (text: string): string => `\u2068${text}\u2069`

export const STRINGS: ApplyEndDictionary = {
  review: {
    planTitle: 'מסלול',
    plan: 'המסלול שנבחר',
    choosePlan: 'בחירת מסלול',
    taxId: 'מספר מס',
    businessAddress: 'כתובת העסק',
    mailingAddress: 'כתובת למשלוח דואר',
    homeAddress: 'כתובת מגורים',
    control: 'ניהול העסק',
    primary: 'איש קשר ראשי',
    sameName: 'זהה לשם המשפטי',
    sameAddress: 'זהה לכתובת העסק',
    owners: 'המספר של הבעלים, ראו למטה',
    later: 'יתווסף אחר כך',
    yes: 'כן',
    no: 'לא',
    none: 'לא נמסר',
    missing: 'חסר',
    given: 'מולא עבורך',
    change: 'שינוי',
    wrong: 'לפני שממשיכים',
    odd: 'כדאי לבדוק את זה שוב',
    print: 'הדפסה',
  },
  agreement: {
    fields: {
      'consent.documents': {
        label: 'מסמכים',
        errors: { 'documents-changed': 'המסמכים השתנו. יש לקרוא את הגרסה החדשה ולהסכים שוב' },
      },
      'consent.accepted': {
        label: 'ההסכמה שלך',
        errors: { 'consent-missing': 'כדי להסכים יש לסמן את כל התיבות' },
      },
      'consent.signerName': {
        label: 'חתימה בשמך',
        errors: { 'signature-name': 'יש להקליד שם פרטי ושם משפחה כמו בבקשה' },
      },
      termsToken: {
        label: 'תנאים והתניות',
        errors: { 'terms-token': 'יש להסכים לתנאים ולהתניות' },
      },
    },
    fees: (plan) => `כמה עולה ${own(plan)}`,
    loading: 'המסמכים נטענים',
    failed: 'לא ניתן היה לטעון את המסמכים.',
    tryAgain: 'ניסיון נוסף',
    edition: (version, hash, language) => `גרסה ${own(version)} · ${language} · SHA-256 ${hash}…`,
    large: 'להציג הכול',
    small: 'להציג פחות',
    agreed: 'הסכמת לתנאים ולהתניות.',
    host: 'בשליחה מביעים הסכמה לתנאים ולהתניות.',
    signers: (names) => `כמו בבקשה: ${own(names)}`,
    submit: 'הסכמה ושליחת הבקשה',
    sending: 'הבקשה שלך נשלחת',
    back: 'חזרה',
  },
  done: {
    states: (partner) => ({
      submitting: ['הבקשה שלך נשלחת', 'זה לוקח כמה שניות. אין לשלוח אותה שוב.'],
      in_doubt: [
        'ייתכן שהבקשה שלך התקבלה',
        'אין לשלוח אותה שוב.',
        `עדיין אין לנו תשובה ואנחנו ממשיכים לבדוק. אם שום דבר לא ישתנה תוך יום, יש לפנות אל ${own(partner)} ולמסור את האסמכתה שלמטה.`,
      ],
      submitted: [
        'הבקשה נשלחה',
        'הבדיקה מתחילה אוטומטית. אין צורך לעשות דבר כעת.',
        'אפשר לסגור את העמוד הזה ולחזור אליו בכל עת כדי לראות מה מצב הבקשה.',
      ],
      in_review: ['הבקשה שלך בבדיקה', 'אין צורך לעשות דבר כעת. אם משהו יחסר, ייצרו איתך קשר.'],
      action_required: [
        'נדרש דבר נוסף',
        `${own(partner)} – משם יפנו בעניין זה אל איש הקשר הראשי. כדאי להכין את מזהה הבקשה.`,
      ],
      approved: ['הבקשה שלך אושרה', `${own(partner)} – משם יודיעו לך איך להתחיל.`],
      declined: [
        'הבקשה שלך נדחתה',
        `אפשר לפנות אל ${own(partner)} כדי לברר את הסיבות ומה ניתן לעשות. יש למסור את מזהה הבקשה שלמטה.`,
      ],
      withdrawn: ['הבקשה נמשכה', `אם לא רצית בכך, יש לפנות אל ${own(partner)}.`],
    }),
    lost: [
      'ייתכן שהבקשה שלך התקבלה',
      'אין לשלוח אותה שוב.',
      'החיבור אבד לפני שהגיעה תשובה. ברגע שיחזור נבדוק, והתוצאה תופיע כאן.',
    ],
    notReceived: [
      'הבקשה שלך לא התקבלה',
      'החיבור אבד בדרך. שום דבר שהוקלד לא אבד: יש לשלוח שוב את אותה בקשה.',
    ],
    sendAgain: 'לשלוח שוב',
    toForm: 'קודם לעבור עליה',
    appId: 'מזהה הבקשה',
    reference: 'אסמכתה',
    ourId: 'האסמכתה שלנו',
    plan: 'מסלול',
    submitted: 'נשלחה',
    checked: 'עדכון אחרון',
    check: 'בדיקה עכשיו',
    agreed: 'מה שהסכמת לו',
    signedBy: 'החתימה של',
    signedAt: 'מועד החתימה',
    version: (version) => `גרסה ${own(version)}`,
    print: 'הדפסה',
  },
}
