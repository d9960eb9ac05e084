import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { type LabelMatch, showsPassword } from './password-field.ts';
import { passwordPatterns, passwordWords } from './password-words.ts';

/** The members of a text field that the function reads. */
class Field {
  readonly type = 'text';
  readonly autocomplete = '';
  readonly placeholder = '';
  readonly title = '';
  readonly labels = [];
  readonly id = '';
  readonly name: string;
  readonly label: string;
  constructor({ label = '', name = '' }) {
    this.label = label;
    this.name = name;
  }
  getRootNode(): object {
    return {};
  }
  getAttribute(attribute: string): string | null {
    return attribute === 'aria-label' ? this.label : null;
  }
}

// It runs in pages, as text.
const isShown = (field: { label?: string; name?: string }, match: LabelMatch = 'whole'): unknown =>
  runInNewContext(`(${showsPassword})`, {
    ...{ HTMLInputElement: Field, Element: class {}, Document: class {}, ShadowRoot: class {} },
    getComputedStyle: () => ({ getPropertyValue: () => 'none' }),
  })(new Field(field), match, passwordPatterns);

it.each([
  ...[
    'Password *',
    'Your new password:',
    'Confirm password',
    'Password (at least 8 characters)',
    'PIN',
    'Pass',
  ],
  ...[
    'Passwort',
    'Benutzerkennwort',
    'Neues Passwort wiederholen',
    'Votre mot de passe',
    'Confirmar contraseña',
  ],
  ...['Sua senha', 'Nieuw wachtwoord', 'Bekräfta lösenord', 'Powtórz hasło', 'Zadejte heslo', 'Új jelszó'],
  ...[
    'Conferma password',
    'Yeni şifre',
    'Введите пароль',
    '请输入密码',
    '新しいパスワード（確認）',
    '비밀번호 확인',
  ],
  ...['كلمة المرور الجديدة', 'אימות סיסמה', 'CONTRASEÑA'],
])('a label that says no more than `password` is of a field for one: %s', (label) => {
  expect(isShown({ label })).toBe(false);
});

it.each([
  ...['Password hint', 'Forgot your password? Your e-mail', 'Nickname (never write your password here)'],
  ...['Password manager', 'I forgot my password', 'PIN code of your city', 'Pin a place', 'Boarding pass'],
  ...['Passwort vergessen? E-Mail', 'Indice du mot de passe', 'Cerca password', 'Zoek wachtwoord'],
  ...['パスワードを検索', 'Поиск пароля', '搜索密码', 'Public comment'],
])('a label that speaks of passwords is of no field for one: %s', { tags: ['security'] }, (label) => {
  expect(isShown({ label })).toBe(true);
});

it.each([
  ...['pass', 'user_pass', 'login-pass', 'pass-word', 'passwd', 'pwd', 'userPass', 'pass2', 'txtPin'],
  ...['user[password]', 'ctl00$Main$txtPassword', 'kennwort', 'mdp'],
])('a name says that a field is for a password: %s', (name) => {
  expect(isShown({ name })).toBe(false);
});

it.each([
  'boarding-pass',
  'address_pin',
  'map-pin',
  'ski_pass',
  'password_hint',
  'passport',
  'compass',
  'pin_code',
])(
  'a name that has a pass or a pin in it is of no field for a password: %s',
  { tags: ['security'] },
  (name) => {
    expect(isShown({ name })).toBe(true);
  },
);

it('whatever is about a password counts for what may not be recorded', { tags: ['security'] }, () => {
  expect(isShown({ label: 'The password that we have sent to you' }, 'part')).toBe(false);
  expect(isShown({ name: 'door_pin' }, 'part')).toBe(false);
  expect(isShown({ label: 'Comment' }, 'part')).toBe(true);
});

/** For each language the label of a field for a password, and that of another field. */
const examples: Readonly<Record<string, readonly [password: string, other: string]>> = {
  en: ['Confirm your new password', 'Search passwords'],
  de: ['Neues Kennwort wiederholen', 'Suche nach Kennwort'],
  es: ['Introduce tu contraseña', 'Busca tu contraseña'],
  pt: ['Digite sua senha atual', 'Pesquisa de senha'],
  fr: ['Confirmez votre mot de passe', 'Chercher un mot de passe'],
  it: ['Ripeti la nuova parola', 'Trova la parola'],
  ro: ['Introduceți parola nouă', 'Caută parola'],
  nl: ['Bevestig je nieuwe wachtwoord', 'Zoek een wachtwoord'],
  da: ['Gentag din nye adgangskode', 'Søg efter adgangskode'],
  no: ['Bekreft nytt passord', 'Søk etter passord'],
  sv: ['Upprepa ditt lösenord', 'Sök lösenord'],
  fi: ['Vahvista uusi salasana', 'Etsi salasana'],
  pl: ['Powtórz nowe hasło', 'Szukaj hasła'],
  cs: ['Zopakujte nové heslo', 'Hledat heslo'],
  sk: ['Zadajte nové heslo', 'Hľadať heslo'],
  hu: ['Új jelszó ismét', 'Jelszó keresése'],
  tr: ['Yeni şifreniz', 'Parola ara'],
  ru: ['Повторите новый пароль', 'Найти пароль'],
  zh: ['请再次输入新密码', '搜索密码'],
  ja: ['現在のパスワードを入力', 'パスワードを検索'],
  ko: ['새 비밀번호를 입력하세요', '비밀번호 검색'],
  he: ['הזן סיסמה נוכחית', 'חיפוש סיסמה'],
  ar: ['تأكيد كلمة المرور الجديدة', 'بحث كلمة المرور'],
};

it.each(passwordWords)('labels are told apart in the language $language', { tags: ['security'] }, (words) => {
  const [label = '', other = ''] = examples[words.language] ?? [];
  // Each row by itself: rows of other languages have some of its words.
  const { password, beside } = words;
  const around = label.toLowerCase().replace(password, ' ');
  expect(around).not.toBe(label.toLowerCase());
  const parts = around.match(/[\p{L}\p{M}]+/gu) ?? [];
  expect(parts.filter((part) => !new RegExp(`^(?:${beside.source})+$`, 'u').test(part))).toEqual([]);
  expect(new RegExp(words.other.source, 'iu').test(other)).toBe(true);
  expect([isShown({ label }), isShown({ label }, 'part')]).toEqual([false, false]);
  expect([isShown({ label: other }), isShown({ label: other }, 'part')]).toEqual([true, true]);
});
