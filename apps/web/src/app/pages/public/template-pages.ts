type TemplateText = 'account' | 'password' | 'code' | 'nothing';

interface TemplatePageTexts {
  readonly title:
    | 'register'
    | 'login'
    | 'recover'
    | 'lock'
    | 'confirmMail'
    | 'emailVerification'
    | 'twoStep';
  readonly text: TemplateText;
}

/** Public addresses of the old template, each with its texts. */
export const templatePages = {
  register: { title: 'register', text: 'account' },
  'pages-register': { title: 'register', text: 'account' },
  'pages-login': { title: 'login', text: 'nothing' },
  'page-recoverpw-2': { title: 'recover', text: 'password' },
  'lock-screen': { title: 'lock', text: 'nothing' },
  'confirm-mail': { title: 'confirmMail', text: 'nothing' },
  'email-verification': { title: 'emailVerification', text: 'nothing' },
  'two-step-verification': { title: 'twoStep', text: 'code' },
} as const satisfies Record<string, TemplatePageTexts>;

export function isTemplatePage(page: string): page is keyof typeof templatePages {
  return Object.hasOwn(templatePages, page);
}
