// The texts of <merchant-apply> from the review to the end, in Arabic.
import type { ApplyEndDictionary } from '../dictionary.ts'

/** Isolates a value from the page so that it keeps its own direction (UAX #9). */
const own = (text: string): string => `\u2068${text}\u2069`

export const STRINGS: ApplyEndDictionary = {
  review: {
    planTitle: 'الباقة',
    plan: 'الباقة المختارة',
    choosePlan: 'اختر باقة',
    taxId: 'الرقم الضريبي',
    businessAddress: 'عنوان المنشأة',
    mailingAddress: 'عنوان المراسلة',
    homeAddress: 'عنوان السكن',
    control: 'يدير المنشأة',
    primary: 'جهة الاتصال الرئيسية',
    sameName: 'مطابق للاسم القانوني',
    sameAddress: 'مطابق لعنوان المنشأة',
    owners: 'رقم المالك، انظر أدناه',
    later: 'يُضاف لاحقًا',
    yes: 'نعم',
    no: 'لا',
    none: 'غير مذكور',
    missing: 'ناقص',
    given: 'تمت تعبئته لك',
    change: 'تغيير',
    wrong: 'قبل أن تتابع',
    odd: 'يُرجى النظر في هذا مرة أخرى',
    print: 'طباعة',
  },
  agreement: {
    fields: {
      'consent.documents': {
        label: 'المستندات',
        errors: { 'documents-changed': 'تغيّرت المستندات. اقرأ النسخة الجديدة ووافق من جديد' },
      },
      'consent.accepted': {
        label: 'موافقتك',
        errors: { 'consent-missing': 'حدّد كل المربعات للموافقة' },
      },
      'consent.signerName': {
        label: 'وقّع باسمك',
        errors: { 'signature-name': 'اكتب اسمك الأول واسم عائلتك كما في الطلب' },
      },
      termsToken: {
        label: 'الشروط والأحكام',
        errors: { 'terms-token': 'وافق على الشروط والأحكام' },
      },
    },
    fees: (plan) => `تكلفة ${own(plan)}`,
    loading: 'جارٍ جلب المستندات',
    failed: 'تعذّر تحميل المستندات.',
    tryAgain: 'إعادة المحاولة',
    edition: (version, hash, language) => `النسخة ${own(version)} · ${language} · SHA-256 ${hash}…`,
    large: 'قراءة المستند كاملًا',
    small: 'عرض أقل',
    agreed: 'لقد وافقت على الشروط والأحكام.',
    host: 'بالإرسال توافق على الشروط والأحكام.',
    signers: (names) => `كما في الطلب: ${own(names)}`,
    submit: 'الموافقة وإرسال الطلب',
    sending: 'جارٍ إرسال طلبك',
    back: 'رجوع',
  },
  done: {
    states: (partner) => ({
      submitting: ['جارٍ إرسال طلبك', 'يستغرق هذا بضع ثوانٍ. لا ترسله مرة أخرى.'],
      in_doubt: [
        'ربما تم استلام طلبك',
        'لا ترسله مرة أخرى.',
        `لم يصلنا رد بعد، ونواصل التحقق. إذا لم يتغيّر شيء خلال يوم، فتواصل مع ${own(partner)} واذكر المرجع أدناه.`,
      ],
      submitted: [
        'تم إرسال الطلب',
        'تبدأ المراجعة تلقائيًا. لا يلزمك فعل شيء الآن.',
        'يمكنك إغلاق هذه الصفحة: عُد إليها في أي وقت لمعرفة وضع الطلب.',
      ],
      in_review: ['طلبك قيد المراجعة', 'لا يلزمك فعل شيء الآن. إذا نقص شيء، فسنتواصل معك.'],
      action_required: [
        'يلزم شيء إضافي',
        `سيطلبه ${own(partner)} من جهة الاتصال الرئيسية. اجعل معرّف الطلب في متناول يدك.`,
      ],
      approved: ['تمت الموافقة على طلبك', `سيخبرك ${own(partner)} كيف تبدأ.`],
      declined: ['رُفض طلبك', `اسأل ${own(partner)} عن الأسباب وعما يمكنك فعله. اذكر معرّف الطلب أدناه.`],
      withdrawn: ['تم سحب الطلب', `إذا لم ترغب في ذلك، فتواصل مع ${own(partner)}.`],
    }),
    lost: [
      'ربما تم استلام طلبك',
      'لا ترسله مرة أخرى.',
      'انقطع الاتصال قبل وصول رد. حالما يعود نتحقق ونعرض النتيجة هنا.',
    ],
    notReceived: [
      'لم يتم استلام طلبك',
      'انقطع الاتصال في الطريق. لم يضِع شيء مما كتبته: أرسل الطلب نفسه مرة أخرى.',
    ],
    sendAgain: 'إرساله مرة أخرى',
    toForm: 'الاطلاع عليه أولًا',
    appId: 'معرّف الطلب',
    reference: 'المرجع',
    ourId: 'مرجعنا',
    plan: 'الباقة',
    submitted: 'تاريخ الإرسال',
    checked: 'آخر تحديث',
    check: 'التحقق الآن',
    agreed: 'ما وافقت عليه',
    signedBy: 'الموقّع',
    signedAt: 'تاريخ التوقيع',
    version: (version) => `النسخة ${own(version)}`,
    print: 'طباعة',
  },
}
