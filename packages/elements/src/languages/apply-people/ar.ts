// The texts of <merchant-apply> for people and bank account, in Arabic. Numbers with signs keep their own direction.
import type { ApplyPeopleDictionary } from '../dictionary.ts'

/** Isolates a value from the page so that it keeps its own direction (UAX #9). */
const own = (text: string): string => `\u2068${text}\u2069`

export const STRINGS: ApplyPeopleDictionary = {
  signers: {
    fields: {
      signers: {
        label: 'الأشخاص',
        errors: {
          'signers-none': 'أضف شخصًا واحدًا على الأقل',
          'signers-many': 'احذف أشخاصًا: يمكن إدراج عشرة على الأكثر',
          'signers-sole': 'احذف أشخاصًا: للمؤسسة الفردية شخص واحد',
          'percent-sum': 'غيّر الحصص: مجموعها أكثر من \u2066100%\u2069',
          'owners-many': 'غيّر الحصص: يمكن أن يملك أربعة أشخاص على الأكثر \u206625%\u2069 أو أكثر',
          'control-person': 'اختر «تغيير» عند الشخص الذي يدير المنشأة، وحدّد المربع هناك',
          'primary-one': 'اختر الشخص الذي نتواصل معه',
        },
      },
      allOwnersListed: {
        label: 'كل من يملك \u206625%\u2069 أو أكثر مدرج هنا',
        errors: { 'owners-unconfirmed': 'أكّد أن جميع المالكين مدرجون' },
      },
      isPrimary: { label: 'مع من نتواصل بشأن هذا الطلب؟', errors: {} },
      isControlPerson: {
        label: 'هذا الشخص يدير المنشأة',
        hint: 'من يتخذ قرارات المنشأة يوميًا، مثل الرئيس أو المدير. يكفي واحد. تسميه البنوك control person.',
        errors: {},
      },
      firstName: {
        label: 'الاسم الأول',
        errors: {
          required: 'أدخل الاسم الأول',
          'name-characters': 'استخدم حروفًا ومسافات وواصلات وفواصل علوية للاسم الأول',
          'too-long': 'استخدم 35 حرفًا على الأكثر للاسم الأول',
        },
      },
      lastName: {
        label: 'اسم العائلة',
        errors: {
          required: 'أدخل اسم العائلة',
          'name-characters': 'استخدم حروفًا ومسافات وواصلات وفواصل علوية لاسم العائلة',
          'too-long': 'استخدم 35 حرفًا على الأكثر لاسم العائلة',
        },
      },
      title: {
        label: 'المنصب في المنشأة',
        hint: 'اختر من القائمة أو اكتب غيره.',
        errors: {
          required: 'أدخل المنصب في المنشأة',
          ampersand: 'اكتب «و» بدلًا من & في المنصب',
          'too-short': 'أدخل المنصب في المنشأة',
          'too-long': 'استخدم 60 حرفًا على الأكثر للمنصب',
          'text-characters': 'أدخل المنصب في المنشأة',
        },
      },
      ownershipPercentage: {
        label: 'الحصة في المنشأة',
        hint: 'بالنسبة المئوية، من دون كسور. أدخل 0 إذا كان الشخص لا يملك شيئًا.',
        errors: {
          required: 'أدخل الحصة، أو 0',
          percent: 'أدخل الحصة عددًا صحيحًا من 0 إلى 100',
          'percent-sole': 'أدخل 100: صاحب المؤسسة الفردية يملكها كلها',
        },
      },
      dateOfBirth: {
        label: 'تاريخ الميلاد',
        errors: {
          required: 'أدخل تاريخ الميلاد',
          'date-incomplete': 'أدخل يوم الميلاد وشهره وسنته (أربعة أرقام)',
          'date-not-real': 'تحقق من تاريخ الميلاد: هذا التاريخ غير موجود',
          'date-future': 'أدخل تاريخ ميلاد ليس في المستقبل',
          'under-18': 'تحقق من تاريخ الميلاد: يجب ألا يقل عمر الشخص عن 18 عامًا',
          'over-120': 'تحقق من تاريخ الميلاد: مضى عليه أكثر من 120 عامًا',
        },
      },
      ssn: {
        label: 'رقم الضمان الاجتماعي (SSN) أو ITIN',
        hint: 'تسعة أرقام، مثل \u2066123-45-6789\u2069. نحتاج إليه لتأكيد من يملك المنشأة ومن يديرها.',
        errors: {
          required: 'أدخل رقم الضمان الاجتماعي أو ITIN',
          'nine-digits': 'أدخل رقم ضمان اجتماعي أو ITIN من تسعة أرقام',
          'ssn-invalid': 'تحقق من رقم الضمان الاجتماعي أو ITIN: لا يمكن أن يحمله أحد',
          'ssn-sample': 'أدخل الرقم الحقيقي: هذا الرقم للاختبار فقط',
          'ssn-expected': 'أدخل رقم الضمان الاجتماعي: اخترته في «البيانات الضريبية»، وهذا رقم ITIN',
          'itin-expected': 'أدخل رقم ITIN: اخترته في «البيانات الضريبية»، وهذا ليس ITIN',
          'ssn-repeated': 'تحقق من الرقم: لشخص آخر في القائمة الرقم نفسه',
        },
      },
      ownerCellPhone: {
        label: 'الهاتف المحمول',
        errors: {
          required: 'أدخل رقم الهاتف المحمول',
          phone: 'أدخل رقم هاتف محمول من عشرة أرقام، مثل \u2066(732) 555-0123\u2069',
          'phone-toll-free': 'أدخل رقم هاتف محمول، لا رقمًا مجانيًا',
        },
      },
    },
    who: 'أدرج كل من يملك \u206625%\u2069 أو أكثر، وشخصًا واحدًا يدير المنشأة. عشرة أشخاص على الأكثر.',
    onlyYou: 'في المؤسسة الفردية أنت الشخص الوحيد: أدرج نفسك.',
    nobodyElse: 'لا أحد غيري يملك جزءًا من المنشأة',
    add: 'إضافة شخص',
    addYou: 'إضافة نفسك',
    startYou: 'ابدأ بنفسك',
    addMore: 'إضافة شخص آخر',
    change: 'تغيير',
    remove: 'حذف',
    undo: 'تراجع',
    removed: (name) => `تم حذف ${own(name)}`,
    person: (number) => `الشخص ${number}`,
    of: (word, name) => `${word} ${own(name)}`,
    shares: (percent, all) => `الحصص حتى الآن: ${own(percent)} من ${own(all)}`,
    missing: (count) =>
      ({
        zero: 'لا إجابات تحتاج إلى مراجعة',
        one: 'إجابة واحدة تحتاج إلى مراجعة',
        two: 'إجابتان تحتاجان إلى مراجعة',
        few: `${count} إجابات تحتاج إلى مراجعة`,
        many: `${count} إجابة تحتاج إلى مراجعة`,
        other: `${count} إجابة تحتاج إلى مراجعة`,
      })[new Intl.PluralRules('ar').select(count)],
    control: 'يدير المنشأة',
    primary: 'جهة الاتصال الرئيسية',
    address: 'عنوان السكن',
    copy: 'استخدام عنوان المنشأة',
    save: 'حفظ الشخص',
    back: 'رجوع',
    cancel: 'إلغاء',
    titleNames: [
      'مالك',
      'مالك شريك',
      'رئيس',
      'رئيس تنفيذي',
      'مدير مالي',
      'عضو مدير',
      'عضو',
      'شريك',
      'عضو مجلس إدارة',
      'أمين صندوق',
      'أمين سر',
      'مدير',
    ],
  },
  bank: {
    fields: {
      bankingLater: { label: 'أين ندفع لك مبيعات البطاقات؟', errors: {} },
      'banking.bankName': {
        label: 'اسم البنك',
        errors: {
          required: 'أدخل اسم البنك',
          'too-short': 'أدخل اسم البنك',
          'too-long': 'استخدم 60 حرفًا على الأكثر لاسم البنك',
          'text-characters': 'أدخل اسم البنك',
        },
      },
      'banking.routingNumber': {
        label: 'رقم التوجيه المصرفي (routing number)',
        hint: 'تسعة أرقام',
        errors: {
          required: 'أدخل رقم التوجيه المصرفي',
          'nine-digits': 'أدخل رقم توجيه مصرفي من تسعة أرقام',
          'routing-invalid': 'تحقق من رقم التوجيه المصرفي: أحد أرقامه غير صحيح',
        },
      },
      'banking.accountNumber': {
        label: 'رقم الحساب',
        hint: 'لحساب جارٍ (checking) للمنشأة، من 4 أرقام إلى 17 رقمًا',
        errors: {
          required: 'أدخل رقم الحساب',
          'account-digits': 'أدخل رقم حساب من 4 أرقام إلى 17 رقمًا',
          'account-invalid': 'تحقق من رقم الحساب: لا يمكن أن يحمله أي حساب',
          'account-is-routing': 'أدخل رقم الحساب: هذا رقم التوجيه المصرفي',
        },
      },
    },
    now: 'إدخال الحساب الآن',
    later: ['إضافته لاحقًا', 'يمكنك إرسال الطلب من دونه.'],
    drawing: 'شيك ورقي: في أسفله رقم التوجيه المصرفي أولًا، ثم رقم الحساب.',
    where: 'الرقمان في أسفل الشيك الورقي، وفي تطبيق بنكك.',
    routing: 'التوجيه',
    account: 'الحساب',
  },
}
