import type { Language } from '@granary/contract/accounts/http';

/** Every sentence the server says to people, by key; English is the product's catalogue. */
const en = {
  accessDenied: 'Access Denied',
  badCredentials: 'Email or Password is invalid. Please enter correct email and password',
  binMissing: 'Error loading bin data',
  conflict: 'Somebody else changed this. Load it anew and try again.',
  internal: 'Internal Error. Something went wrong. Please contact system administrator',
  invalidField: 'This value cannot be used here.',
  invalidInput: 'Please check {{fields}}.',
  linkDead: 'This link is no longer good. Start the server again for a new one.',
  noMoreReadings: 'no more temperature readings for this bin...',
  notAllowed: 'You may not do this.',
  notFound: 'Not found.',
  passwordCommon: 'This password is too common.',
  passwordTooLong: 'A password has at most 200 characters.',
  passwordTooShort: 'A password has at least 10 characters.',
  sensorsUpdated: 'Sensors have been successfully updated.',
  signedOut: 'You are signed out.',
  signIn: 'Please sign in.',
  tooLarge: 'This is too large.',
  tooOften: 'Too many tries. Try again in {{seconds}} s.',
  unavailable: 'The database cannot be reached. Please try again soon.',
} as const;

export type SentenceKey = keyof typeof en;
export type Sentences = Record<SentenceKey, string>;

const es: Sentences = {
  accessDenied: 'Acceso denegado',
  badCredentials:
    'El correo electrónico o la contraseña no son válidos. Introduzca el correo y la contraseña correctos',
  binMissing: 'Error al cargar los datos del silo',
  conflict: 'Otra persona ha cambiado esto. Vuelva a cargarlo e inténtelo de nuevo.',
  internal: 'Error interno. Algo ha fallado. Póngase en contacto con el administrador del sistema',
  invalidField: 'Este valor no se puede usar aquí.',
  invalidInput: 'Compruebe {{fields}}.',
  linkDead: 'Este enlace ya no es válido. Reinicie el servidor para obtener uno nuevo.',
  noMoreReadings: 'no hay más lecturas de temperatura de este silo...',
  notAllowed: 'No tiene permiso para hacer esto.',
  notFound: 'No encontrado.',
  passwordCommon: 'Esta contraseña es demasiado común.',
  passwordTooLong: 'Una contraseña tiene como máximo 200 caracteres.',
  passwordTooShort: 'Una contraseña tiene al menos 10 caracteres.',
  sensorsUpdated: 'Los sensores se han actualizado correctamente.',
  signedOut: 'Ha cerrado la sesión.',
  signIn: 'Inicie sesión.',
  tooLarge: 'Esto es demasiado grande.',
  tooOften: 'Demasiados intentos. Inténtelo de nuevo en {{seconds}} s.',
  unavailable: 'No se puede acceder a la base de datos. Inténtelo de nuevo en breve.',
};

const de: Sentences = {
  accessDenied: 'Zugriff verweigert',
  badCredentials:
    'E-Mail oder Passwort ist ungültig. Bitte geben Sie die richtige E-Mail und das richtige Passwort ein',
  binMissing: 'Fehler beim Laden der Silodaten',
  conflict: 'Jemand anderes hat dies geändert. Laden Sie es neu und versuchen Sie es noch einmal.',
  internal: 'Interner Fehler. Etwas ist schiefgegangen. Bitte wenden Sie sich an den Systemadministrator',
  invalidField: 'Dieser Wert ist hier nicht möglich.',
  invalidInput: 'Bitte prüfen Sie {{fields}}.',
  linkDead: 'Dieser Link gilt nicht mehr. Starten Sie den Server neu, um einen neuen zu erhalten.',
  noMoreReadings: 'keine weiteren Temperaturmessungen für dieses Silo...',
  notAllowed: 'Das dürfen Sie nicht.',
  notFound: 'Nicht gefunden.',
  passwordCommon: 'Dieses Passwort ist zu verbreitet.',
  passwordTooLong: 'Ein Passwort hat höchstens 200 Zeichen.',
  passwordTooShort: 'Ein Passwort hat mindestens 10 Zeichen.',
  sensorsUpdated: 'Die Sensoren wurden aktualisiert.',
  signedOut: 'Sie sind abgemeldet.',
  signIn: 'Bitte melden Sie sich an.',
  tooLarge: 'Das ist zu groß.',
  tooOften: 'Zu viele Versuche. Versuchen Sie es in {{seconds}} s noch einmal.',
  unavailable: 'Die Datenbank ist nicht erreichbar. Bitte versuchen Sie es gleich noch einmal.',
};

const ru: Sentences = {
  accessDenied: 'Доступ запрещён',
  badCredentials: 'Неверный адрес или пароль. Введите правильные адрес и пароль',
  binMissing: 'Ошибка загрузки данных силоса',
  conflict: 'Кто-то другой уже изменил это. Загрузите заново и повторите.',
  internal: 'Внутренняя ошибка. Что-то пошло не так. Обратитесь к системному администратору',
  invalidField: 'Это значение здесь недопустимо.',
  invalidInput: 'Проверьте: {{fields}}.',
  linkDead: 'Эта ссылка больше не действует. Перезапустите сервер, чтобы получить новую.',
  noMoreReadings: 'больше нет показаний температуры для этого силоса...',
  notAllowed: 'Вам это не разрешено.',
  notFound: 'Не найдено.',
  passwordCommon: 'Этот пароль слишком распространён.',
  passwordTooLong: 'В пароле не более 200 символов.',
  passwordTooShort: 'В пароле не менее 10 символов.',
  sensorsUpdated: 'Датчики успешно обновлены.',
  signedOut: 'Вы вышли.',
  signIn: 'Войдите в систему.',
  tooLarge: 'Слишком большой объём.',
  tooOften: 'Слишком много попыток. Повторите через {{seconds}} с.',
  unavailable: 'База данных недоступна. Повторите попытку чуть позже.',
};

const it: Sentences = {
  accessDenied: 'Accesso negato',
  badCredentials: "L'e-mail o la password non è valida. Inserisci l'e-mail e la password corrette",
  binMissing: 'Errore durante il caricamento dei dati del silo',
  conflict: 'Qualcun altro ha modificato questo. Ricaricalo e riprova.',
  internal: "Errore interno. Qualcosa è andato storto. Contatta l'amministratore di sistema",
  invalidField: 'Questo valore non può essere usato qui.',
  invalidInput: 'Controlla {{fields}}.',
  linkDead: 'Questo link non è più valido. Riavvia il server per averne uno nuovo.',
  noMoreReadings: 'non ci sono altre letture di temperatura per questo silo...',
  notAllowed: 'Non puoi farlo.',
  notFound: 'Non trovato.',
  passwordCommon: 'Questa password è troppo comune.',
  passwordTooLong: 'Una password ha al massimo 200 caratteri.',
  passwordTooShort: 'Una password ha almeno 10 caratteri.',
  sensorsUpdated: 'I sensori sono stati aggiornati.',
  signedOut: 'Sei uscito.',
  signIn: 'Accedi.',
  tooLarge: 'È troppo grande.',
  tooOften: 'Troppi tentativi. Riprova tra {{seconds}} s.',
  unavailable: 'Il database non è raggiungibile. Riprova tra poco.',
};

export const sentences: Record<Language, Sentences> = { en, es, de, ru, it };
