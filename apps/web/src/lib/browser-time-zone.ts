/** The time zone of the browser, such as America/Winnipeg. */
export const browserTimeZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;
