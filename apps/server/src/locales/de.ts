import type { Messages } from './messages.ts';

export const de: Messages = {
  accessDenied: 'Zugriff verweigert',
  alertAgainstLimit: '{{alert}}: {{value}}, Grenzwert {{limit}}',
  alertAirWithoutCommand: 'Luft strömt, obwohl der Lüfter aus ist',
  alertBatteryLow: 'Batterie schwach',
  alertBoardError: 'Gerät meldet einen Fehler',
  alertCableAddress: 'Kabel-ID fehlt',
  alertClockWrong: 'Uhr des Geräts geht falsch',
  alertCo2: 'CO₂ über dem eingestellten Grenzwert',
  alertCo2Risk: 'Hoher CO₂-Gehalt im Silo',
  alertCo2Trend: 'CO₂ steigt',
  alertCommandFailed: 'Befehl an das Gerät fehlgeschlagen',
  alertEntryCo2: 'Nicht betreten: hoher CO₂-Gehalt',
  alertEntryUnload: 'Nicht betreten: Füllstand zu wenig gesunken',
  alertEntryUnloadFell: '{{alert}}. Er sank nur um {{value}}, ausgelagert wurden {{limit}}',
  alertEntryOverdue: 'Vielleicht ist noch jemand im Silo',
  alertFanOffFailed: 'Lüfter läuft vielleicht noch: Ausschalten nicht bestätigt',
  alertHotSpot: 'Wärmenest',
  alertInstallationMode: 'Installationsmodus ist noch an',
  alertLevelHigh: 'Höchstfüllstand überschritten',
  alertLevelLow: 'Mindestfüllstand unterschritten',
  alertMailAcknowledge: 'Alarme bestätigen: {{link}}',
  alertMailCritical: 'KRITISCH: {{alert}}',
  alertMailEscalation:
    'Seit zwei Stunden hat niemand diese kritischen Alarme bestätigt. Inhaber des Betriebs: {{owner}} {{phone}}',
  alertMailEscalationSubject: 'Keine Reaktion: {{subject}}',
  alertMailLine: '{{alert}} (seit {{time}})',
  alertMailReminder: 'Diese Alarme sind noch offen, und niemand hat sie bestätigt.',
  alertMailReminderSubject: 'Erinnerung: {{subject}}',
  alertMailDealerSwitch:
    'Sie können diese E-Mails für jeden Kunden unter „Angaben ändern“ abbestellen.',
  alertMailSwitch: 'Sie können diese E-Mails in Ihrem Profil abbestellen.',
  alertNoAir: 'Lüfter ist an, aber es strömt keine Luft',
  alertNoData: 'Keine Daten',
  alertPpmPerDay: '{{value}} ppm pro Tag',
  alertSummary: 'Offene Alarme für {{farm}}',
  alertTemperature: 'Hohe Temperatur',
  alertNeedsNumber: 'Geben Sie für jeden eingeschalteten Alarm eine Zahl ein.',
  alertsUpdated: 'Alarmeinstellungen aktualisiert!',
  badCredentials: 'E-Mail-Adresse oder Passwort ist falsch. Bitte prüfen Sie beides.',
  binAdded: 'Silo hinzugefügt!',
  binDeleted: 'Silo gelöscht!',
  binOccupied: 'Jemand ist im oder am Silo. Versuchen Sie es noch einmal, wenn alle draußen sind.',
  binMissing: 'Fehler beim Laden der Silodaten',
  binMoved: 'Die Position des Silos wurde gespeichert.',
  binUpdated: 'Silo aktualisiert!',
  boardOnAnotherFarm:
    'Dieses Hauptgerät wird bereits in einem anderen Betrieb verwendet. Prüfen Sie die ID.',
  boardHasKey: 'Dieses Hauptgerät hat schon einen Schlüssel.',
  cableAddressPending:
    'Eine Kabeländerung für diese ID wartet auf das Messgerät. Warten Sie, bis sie abgeschlossen ist, oder brechen Sie sie ab.',
  cableAddressTaken: 'Ein anderes Kabel dieses Silos hat diese ID schon. Wählen Sie eine andere.',
  cablesConfigured: 'Das Gerät hat die Kabeländerung übernommen.',
  cableChangeInProgress: 'Eine Kabeländerung läuft bereits. Warten Sie, bis sie abgeschlossen ist.',
  otherCableChange:
    'Jemand anderes hat eine andere Kabeländerung angefordert. Prüfen Sie diese zuerst. Um sie zu ersetzen, starten Sie Ihre Änderung erneut.',
  cablesNotConfigured: 'Das Gerät konnte die Kabeländerung nicht übernehmen.',
  cablesUpdated: 'Kabeleinstellungen aktualisiert!',
  cablesNotSent:
    'Die Änderung ist gespeichert, aber nicht gesendet. Wählen Sie zum Senden noch einmal „Starten“.',
  cablesWaiting: 'Die Änderung wird gesendet, sobald das Gerät sie empfangen kann.',
  cableUnknown: 'Dieses Silo hat kein Kabel mit dieser ID.',
  cannotDeleteOwnAccount: 'Sie können Ihr eigenes Konto nicht löschen.',
  changedSinceRead: 'Jemand anderes hat dieses Feld geändert, während Sie es bearbeitet haben.',
  chartEmpty: 'Die Datei ist leer.',
  chartHumiditiesNotRising:
    'Zeile {{row}}, Spalte {{column}}: Die Luftfeuchte muss von oben nach unten zunehmen.',
  chartMoistureFalls:
    'Zeile {{row}}, Spalte {{column}}: Die Getreidefeuchte fällt, obwohl die Luftfeuchte steigt. Temperaturen gehören in die erste Zeile, Luftfeuchtewerte in die erste Spalte.',
  chartHumidity:
    'Zeile {{row}}, Spalte {{column}}: Die relative Luftfeuchte muss zwischen 0 und 100 % liegen.',
  chartHumidityFraction: 'Geben Sie die relative Luftfeuchte in Prozent an: 65, nicht 0,65.',
  chartMoisture:
    'Zeile {{row}}, Spalte {{column}}: Die Getreidefeuchte muss mindestens 0 % betragen und unter 100 % liegen.',
  chartNotANumber: 'Zeile {{row}}, Spalte {{column}}: Das ist keine Zahl.',
  chartRowLength: 'Zeile {{row}} muss so viele Spalten haben wie die erste Zeile.',
  chartTemperature:
    'Zeile {{row}}, Spalte {{column}}: Temperaturen müssen zwischen −50 und 85 °C liegen.',
  chartTemperaturesNotRising:
    'Zeile {{row}}, Spalte {{column}}: Temperaturen müssen von links nach rechts steigen.',
  chartTooLarge: 'Die Datei ist größer als 1 MB.',
  chartTooManyRows: 'Die Datei hat mehr als 10.000 Zeilen.',
  chartTooSmall: 'Eine Tabelle muss mindestens zwei Temperaturen und zwei Luftfeuchtewerte haben.',
  chartTooWide: 'Eine Tabelle darf höchstens 200 Zeilen und 200 Spalten haben.',
  chartUnclosedQuote: 'In einer Zelle der Datei fehlt das schließende Anführungszeichen.',
  chartUnreadable:
    'Diese Datei ist nicht als CSV lesbar. Speichern Sie sie als CSV und wählen Sie sie noch einmal aus.',
  codeIncorrect: 'Dieser Code ist falsch oder wurde schon benutzt. Geben Sie einen neuen ein.',
  codeMissing: 'Geben Sie den Code aus Ihrer Authenticator-App ein.',
  codeNotSent:
    'Dieser Server kann keine E-Mails senden. Fragen Sie Ihren Administrator nach dem Code. Der Code gilt 10 Minuten.',
  codeSent: 'Ein Code wurde an Ihre E-Mail-Adresse gesendet. Er ist 10 Minuten gültig.',
  commandMismatch:
    'Dieser Befehl passt nicht zum Silo. Laden Sie die Seite neu und versuchen Sie es noch einmal.',
  conflict:
    'Jemand anderes hat diese Daten geändert. Laden Sie die Seite neu und versuchen Sie es erneut.',
  cropDeleted: 'Kultur gelöscht!',
  cropInUse:
    'Die Kultur {{crop}} ist für diese Silos ausgewählt: {{bins}}. Wählen Sie dort zuerst eine andere.',
  cropListed:
    'Die Kultur {{crop}} ist schon in der Liste. Senden Sie das Formular erneut ab, damit künftig die neue Feuchtetabelle gilt.',
  customerAssigned: 'Der Händler des Kunden wurde geändert.',
  deviceRegistered: 'Push-Mitteilungen auf diesem Gerät sind eingerichtet.',
  severalEntries:
    'Mehrere Personen sind im oder am Silo. Laden Sie die Seite neu, um die Namen zu sehen.',
  entryNotYours: 'Nur die meldende Person, der Händler oder ein Admin kann die Meldung beenden.',
  entryReminder: 'Haben Sie {{bin}} verlassen?',
  entryReminderText:
    'Sie haben gemeldet, dass Sie in oder an diesem Silo sind. Melden Sie es, sobald Sie draußen sind. · {{farm}}',
  fanEntry: 'Jemand ist im oder am Silo, deshalb kann der Lüfter nicht eingeschaltet werden.',
  fanHeld: 'Der Zeitplan ist angehalten. Setzen Sie ihn zuerst fort.',
  fanLockedOut:
    'Der Lüfter ist am Silo gegen Wiedereinschalten gesichert. Er lässt sich erst starten, wenn das Messgerät meldet, dass die Sperre aufgehoben ist.',
  fanMissing:
    'An diesem Silo ist kein Lüfter angeschlossen. Hat es einen, schalten Sie in den Lüftereinstellungen „Lüfter angeschlossen“ ein.',
  fanRunning:
    'Ein Lüfter läuft und wird jetzt ausgeschaltet. Warten Sie, bis er steht. Um trotzdem fortzufahren, speichern oder löschen Sie noch einmal.',
  fanStarted: 'Lüfter von {{bin}} wird eingeschaltet',
  fanStartedBy:
    '{{name}} schaltet den Lüfter von {{bin}} (Betrieb {{farm}}) ein. Der Lüfter kann jederzeit anlaufen. Halten Sie Abstand und steigen Sie nicht ins Silo.',
  fanStopped: 'Lüfter gestoppt: Stromausfall',
  fanStoppedAt:
    'Der Lüfter von {{bin}} (Betrieb {{farm}}) lief beim Stromausfall. Er bleibt aus, bis jemand ihn einschaltet oder den Zeitplan fortsetzt.',
  fansStopped: '{{count}} Lüfter gestoppt: Stromausfall',
  fansStoppedAt:
    'Beim Stromausfall liefen die Lüfter dieser Silos (Betrieb {{farm}}): {{bins}}. Jeder Lüfter bleibt aus, bis jemand ihn einschaltet oder seinen Zeitplan fortsetzt.',
  pushEndpointUnusable:
    'Dieser Browser kann keine Push-Mitteilungen empfangen. Verwenden Sie eine aktuelle Version von Chrome, Edge, Firefox oder Safari.',
  distributorHasCustomers:
    'Der Händler hat noch Kunden. Ordnen Sie diese zuerst einem anderen Händler zu oder löschen Sie sie.',
  emailTaken: 'Diese E-Mail-Adresse ist schon vergeben.',
  fanResumed: 'Der Zeitplan läuft wieder.',
  fanSettingsUpdated: 'Lüftereinstellungen aktualisiert!',
  fanStillLocked:
    'Das Messgerät hat noch nicht gemeldet, dass die Sperre aufgehoben ist. Sobald es das meldet, können Sie den Zeitplan fortsetzen.',
  farmDeleted: 'Betrieb gelöscht!',
  filterMissing: 'Bitte geben Sie mindestens einen Filter an.',
  firmwareUpdated: 'Firmware-Einstellungen aktualisiert!',
  generalUpdated: 'Allgemeine Einstellungen aktualisiert!',
  hasPassword: 'Dieses Konto hat schon ein Passwort. Der Nutzer kann es zurücksetzen.',
  firmwareDeleted: 'Firmware gelöscht!',
  firmwareEmpty: 'Die Datei ist leer.',
  firmwareMissing: 'Bitte wählen Sie eine Datei.',
  firmwareInUse:
    '{{firmware}} ist für diese Silos ausgewählt: {{bins}}. Wählen Sie dort zuerst eine andere Firmware.',
  firmwareTaken:
    'Es gibt schon eine Firmware mit diesem Namen und dieser Version. Ändern Sie Namen oder Version.',
  firmwareWrongType: 'Ungültige Datei. Bitte wählen Sie eine .txt- oder .rtf-Datei.',
  internal:
    'Interner Fehler. Etwas ist schiefgegangen. Bitte wenden Sie sich an den Systemadministrator.',
  fieldNotAllowed: 'Dieses Feld kann hier nicht ausgefüllt werden.',
  invalidField: 'Dieser Wert ist hier nicht gültig.',
  invalidInput: 'Bitte prüfen Sie: {{fields}}.',
  invalidToken: 'Ungültiger Code!',
  inventoryUpdated: 'Bestandseinstellungen aktualisiert!',
  invitationExpired:
    'Diese Einladung ist abgelaufen oder wurde schon benutzt. Bitten Sie um eine neue.',
  invitationMailSubject: 'Ihr Konto bei Granary',
  invitationMailText:
    'Für Sie wurde ein Konto bei Granary angelegt. Setzen Sie hier Ihr Passwort:\n\n    {{link}}\n\nDer Link gilt nur einmal und nur 7 Tage lang. Geben Sie ihn nicht weiter.\n',
  levelsCrossed: 'Der Mindestfüllstand muss unter dem Höchstfüllstand liegen.',
  linkExpired:
    'Dieser Link ist abgelaufen. Starten Sie den Server neu, um einen neuen Link zu erhalten.',
  loadDeleted: 'Der Eintrag wurde gelöscht.',
  noDistributor: 'Diesen Händler gibt es nicht. Wählen Sie einen anderen.',
  noMoreReadings: 'Keine weiteren Temperaturmessungen für dieses Silo.',
  notACustomer: 'Nur Kunden können einem anderen Händler zugeordnet werden.',
  notAllowed: 'Dazu haben Sie keine Berechtigung.',
  notesUpdated: 'Notizen aktualisiert!',
  noReadingYet:
    'Für dieses Silo gibt es noch keine Messung. Seine Sensoren sind daher noch nicht bekannt.',
  notFound: 'Nicht gefunden.',
  notificationsRead: 'Als gelesen markiert.',
  ownPasswordChanged: 'Ihr Passwort wurde geändert. Ihre anderen Sitzungen sind beendet.',
  notTheOwner: 'Diese Person ist nicht Inhaber des Betriebs.',
  passwordChanged: 'Ihr Passwort wurde geändert. Bitte melden Sie sich an.',
  passwordCommon: 'Dieses Passwort ist zu gängig. Wählen Sie ein anderes.',
  passwordIncorrect: 'Falsches Passwort.',
  passwordOwnAddress: 'Das Passwort darf weder Ihre E-Mail-Adresse noch der Teil vor dem @ sein.',
  passwordTooLong: 'Ein Passwort darf höchstens 200 Zeichen haben.',
  passwordTooShort: 'Ein Passwort muss mindestens 10 Zeichen haben.',
  passwordVerified: 'Passwort bestätigt.',
  placesKeyMissing: 'Geben Sie den Schlüssel aus Ihrem Konto bei diesem Anbieter ein.',
  placesPrivateAddress:
    'Diese Adresse liegt im eigenen Netz des Servers. Geben Sie eine öffentliche Adresse ein.',
  placesSetByEnvironment:
    'Dieser Anbieter ist in den Umgebungsvariablen des Servers festgelegt. Ändern Sie ihn dort.',
  placesTermsNotAccepted: 'Akzeptieren Sie zuerst die Nutzungsbedingungen des Anbieters.',
  placesUnavailable:
    'Der Kartendienst ist nicht erreichbar. Geben Sie stattdessen die Koordinaten ein.',
  placesUrlMissing: 'Geben Sie die Adresse des Anbieters ein.',
  requestPending:
    'Eine Messung ist schon angefordert. Sie erscheint hier, sobald das Gerät sie sendet.',
  requestSent: 'Anforderung gesendet',
  resetMailSubject: 'Ihr Granary-Code für ein neues Passwort',
  resetMailText:
    'Der Code, mit dem Sie in Granary ein neues Passwort setzen, lautet:\n\n    {{code}}\n\nEr gilt nur einmal und nur 10 Minuten lang. Wenn Sie ihn nicht angefordert haben, ignorieren Sie diese E-Mail. Ihr Passwort bleibt unverändert. Geben Sie den Code nicht weiter.\n',
  sensorsUpdated: 'Die Sensoreinstellungen wurden aktualisiert.',
  sessionEnded: 'Die Sitzung ist beendet.',
  sessionsEnded: 'Alle Sitzungen dieses Kontos sind beendet.',
  signedOut: 'Sie sind abgemeldet.',
  signIn: 'Bitte melden Sie sich an.',
  stationTaken:
    'An diesem Hauptgerät hat schon ein anderes Silo diese Nummer. Wählen Sie eine andere.',
  timezoneUnknown: 'Diese Zeitzone ist unbekannt. Wählen Sie eine aus der Liste.',
  tooLarge:
    'Der Text ist zu lang oder die Datei zu groß. Kürzen Sie den Text oder wählen Sie eine kleinere Datei.',
  tooManyAttempts: 'Zu viele Versuche. Versuchen Sie es in {{seconds}} Sek. erneut.',
  tooManyAttemptsMinutes: 'Zu viele Versuche. Versuchen Sie es in {{minutes}} Min. erneut.',
  twoFactorOff: 'Die Zwei-Faktor-Anmeldung ist ausgeschaltet.',
  twoFactorOn: 'Die Zwei-Faktor-Anmeldung ist bereits eingeschaltet.',
  twoFactorRequired: 'Für Ihre Rolle ist die Zwei-Faktor-Anmeldung vorgeschrieben.',
  twoFactorSetUpFirst: 'Richten Sie zuerst in Ihrem Profil die Zwei-Faktor-Anmeldung ein.',
  unavailable: 'Die Datenbank ist nicht erreichbar. Bitte versuchen Sie es in Kürze erneut.',
  unreadable:
    'Diese Anfrage ist nicht lesbar. Laden Sie die Seite neu und versuchen Sie es erneut.',
  userDeleted: 'Nutzer gelöscht!',
  userHasFarms: 'Der Nutzer hat noch Betriebe. Löschen Sie diese zuerst.',
  userUnknown: 'Diesen Nutzer gibt es nicht.',
  verifyFirst: 'Bitte geben Sie zuerst Ihr Passwort ein.',
  stateCritical: 'Kritisch',
  stateNoData: 'Keine Daten',
  stateOk: 'OK',
  stateUnknown: 'Unbekannt',
  stateWarning: 'Warnung',
  stateWatch: 'Beobachten',
  weeklyMailBin: '{{bin}}: {{state}}',
  weeklyMailChange: '{{change}} in den letzten 7 Tagen',
  weeklyMailFan: 'Lüfter: {{hours}} in den letzten 7 Tagen',
  weeklyMailIntroduction: 'Die Silos von {{farm}} am {{date}}:',
  weeklyMailMoisture: 'Getreidefeuchte {{moisture}}',
  weeklyMailNoTemperature: 'Keine Getreidetemperatur in den letzten 24 Stunden',
  weeklyMailSubject: 'Wochenbericht {{farm}}: {{states}}',
  weeklyMailUnsubscribe: 'Sie können diese wöchentliche E-Mail in Ihrem Profil abbestellen.',
  weeklyMailTemperature: 'Getreide {{temperature}}',
  alertSmsLimitReached: 'Limit von 10 SMS pro Tag erreicht.',
  alertStorageTime: 'Kaum oder keine sichere Lagerzeit mehr',
  phoneNumberInvalid:
    'Geben Sie die Nummer mit + und Landesvorwahl ein, zum Beispiel +49 171 1234567.',
  slotNotSameDay: 'Das Ende eines Zeitfensters muss nach dem Beginn und am selben Tag liegen.',
  slotOverlaps: 'Dieses Zeitfenster überschneidet sich mit einem anderen an diesem Tag.',
  smsCode:
    'Ihr Granary-Code: {{code}}. Geben Sie ihn innerhalb von 10 Minuten in Ihrem Profil ein.',
  smsCodeIncorrect:
    'Dieser Code ist falsch oder abgelaufen. Prüfen Sie ihn oder fordern Sie einen neuen an.',
  smsUnavailable: 'Dieser Server kann keine SMS senden.',
  channelUnavailable:
    'Dieser Versandweg ist noch nicht eingerichtet. Laden Sie die Seite neu, um den Grund zu sehen.',
  quietHoursIncomplete: 'Geben Sie beide Zeiten ein oder keine.',
  testText: 'Dies ist ein Test. Auf diesem Weg kommen Alarme bei Ihnen an.',
  testTitle: 'Granary-Test',
  serverName: 'Granary-Server',
  serverDatabaseDown: 'Datenbankausfall',
  serverEvaluationFailing: 'Alarme für ein Silo funktionieren nicht',
  serverDiskLow: 'Wenig freier Speicherplatz',
  serverClockOff: 'Uhr geht falsch',
  serverNoBoards: 'Kein Messgerät sendet Daten',
  serverMailFailing: 'E-Mails werden nicht versendet',
  serverPushFailing: 'Push-Mitteilungen werden nicht versendet',
  serverSmsFailing: 'SMS werden nicht versendet',
  alertBoardNoData: 'Gerät {{board}} sendet keine Daten',
  alertNeverReported: 'Keine Daten, seit das Silo hinzugefügt wurde',
  alertCableNoData: 'Kabel ohne Daten',
  alertSensorNoData: 'Sensor ohne Daten',
  alertClockLate: 'Daten kommen verspätet an (Uhr des Geräts geht vielleicht nach)',
  alertMailInstallation:
    'Die unten aufgeführten neuen Silos haben seit dem Hinzufügen noch keine Daten gesendet. Prüfen Sie jeweils das Gerät, seinen Schlüssel und die Silonummer. Inhaber des Betriebs: {{owner}} {{phone}}',
  contactCodeSubject: '{{farm}}: Code für Alarme zu den Silos',
  contactCodeText:
    '{{sender}} möchte, dass Granary Ihnen Alarme zu den Silos von {{farm}} sendet.\n\nWenn Sie einverstanden sind, nennen Sie {{sender}} innerhalb einer Stunde diesen Code:\n\n    {{code}}\n\nWenn nicht, ignorieren Sie diese E-Mail. Sie erhalten dann keine Alarme. Weitere Anfragen zu diesem Betrieb ablehnen: {{link}}\n',
  contactCodeSms:
    '{{sender}} möchte Ihnen Alarme zu den Silos von {{farm}} senden. Wenn Sie einverstanden sind, nennen Sie der Person diesen Code: {{code}}. Ablehnen: {{link}}',
  contactMailOptOut: 'Alarme zu diesem Betrieb abbestellen: {{link}}',
  contactSmsOptOut: 'Abbestellen: {{link}}',
  contactOptedOut: 'Sie erhalten keine Alarme zu diesem Betrieb mehr.',
  contactLinkInvalid:
    'Dieser Link ist unvollständig. Öffnen Sie den vollständigen Link aus der Nachricht.',
  contactUnavailable:
    'Dieser Server kann auf diesem Weg keine Nachrichten senden. Wählen Sie einen anderen Weg.',
  contactEmailInvalid: 'Geben Sie eine E-Mail-Adresse ein, zum Beispiel name@example.com.',
  contactSmsCritical: 'SMS werden nur bei kritischen Alarmen gesendet.',
  contactNotAdded:
    'Diese E-Mail-Adresse oder Nummer steht schon in der Liste, oder die Liste ist voll. Prüfen Sie die Liste.',
  contactHasOptedOut: 'Diese Person möchte keine Alarme zu diesem Betrieb.',
};
