// The texts of the first render of <merchant-apply>, in Arabic.
import type { ApplyDictionary } from '../dictionary.ts'

/** Isolates a value from the page so that it keeps its own direction (UAX #9). */
const own = (text: string): string => `\u2068${text}\u2069`

export const STRINGS: ApplyDictionary = {
  shell: {
    test: 'وضع الاختبار',
    testNote: 'وضع الاختبار: لا يُرسَل شيء مما تُدخله إلى أي بنك. استخدم بيانات تجريبية.',
    fillSample: 'املأ ببيانات تجريبية',
    partner: (name) => `التسجيل لدى ${own(name)}`,
    steps: {
      start: 'قبل أن تبدأ',
      plan: 'اختر باقة',
      business: 'منشأتك',
      tax: 'البيانات الضريبية',
      contact: 'العنوان ووسائل الاتصال',
      signers: 'المالكون والموقّعون',
      bank: 'الحساب البنكي',
      review: 'راجع إجاباتك',
      agreement: 'الاتفاقية',
      done: 'طلبك',
    },
    stepOf: (number, of) => `الخطوة ${number} من ${of}`,
    progress: 'التقدّم',
    marked: {
      past: (step) => `${step}، تم`,
      wrong: (step) => `${step}، يحتاج إلى تعديل`,
    },
    begin: 'ابدأ',
    continue: 'متابعة',
    back: 'رجوع',
    problem: 'هناك مشكلة',
    unset: 'هذا التسجيل غير مهيأ. يُرجى سؤال من أرسلك إلى هنا.',
    unreached: 'تعذّر الوصول إلى الخادم. تحقق من الاتصال.',
    faults: {
      'token-unreachable': 'تعذّر على هذه الصفحة الوصول إلى خادمها. تحقق من الاتصال.',
      'token-unauthorized':
        'تم تسجيل خروجك أو لا يحق لك استخدام هذا التسجيل. سجّل الدخول مرة أخرى، أو اسأل من أرسلك إلى هنا.',
      'token-unavailable': 'الخادم غير جاهز حاليًا.',
      'token-limited': 'الخادم مشغول: طلبات كثيرة في وقت واحد.',
    },
    retrying: (seconds) => (seconds ? `إعادة المحاولة بعد ${seconds} ث` : 'جارٍ إعادة المحاولة…'),
    tryAgain: 'إعادة المحاولة',
    stuck: 'تعذّر تحميل الصفحة التالية. تحقق من الاتصال. لم يضِع شيء مما كتبته.',
    takes: 'يستغرق الأمر نحو عشر دقائق. يمكنك التوقف في أي وقت والعودة: نحتفظ بإجاباتك 60 يومًا.',
    ready: 'جهّز ما يلي',
    things: [
      'رقمك الضريبي الأمريكي: EIN، أو SSN أو ITIN لصاحب المؤسسة الفردية',
      'لكل مالك لنسبة \u206625%\u2069 أو أكثر ولكل موقّع: عنوان السكن وتاريخ الميلاد ورقم SSN أو ITIN والهاتف المحمول',
      'رقم التوجيه المصرفي (routing number) ورقم الحساب في بنك أمريكي – أو أضفهما لاحقًا',
    ],
    resumed: (when) => `مرحبًا بعودتك. هذه إجاباتك المحفوظة في ${when}.`,
    startOver: 'البدء من جديد',
    startOverSure: 'هل تريد حذف كل الإجابات والبدء من جديد؟',
    startOverYes: 'حذف إجاباتي',
    keep: 'الاحتفاظ بها',
    again: 'حرصًا على سلامتك، لا نحفظ أبدًا الأرقام الضريبية وأرقام الحسابات. يُرجى إدخالها مرة أخرى.',
    saving: 'جارٍ الحفظ…',
    saved: 'تم الحفظ',
    unsaved: 'لم يتم الحفظ بعد. نواصل المحاولة، ويمكنك المتابعة.',
    changed: 'تغيّرت إجاباتك في نافذة أخرى أو على جهاز آخر.',
    loadNewer: 'تحميل الأحدث',
    keepMine: 'الاحتفاظ بما هنا',
  },
  plan: {
    label: 'أي باقة تريد؟',
    none: '–',
    empty: 'لا توجد باقة معروضة حاليًا. يُرجى سؤال من أرسلك إلى هنا.',
    errors: {
      choose: 'اختر باقة',
      'tier-unavailable': 'الباقة التي اخترتها لم تعد معروضة. اختر باقة أخرى',
    },
  },
}
