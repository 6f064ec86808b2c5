/** How people without an account get alerts about a farm. */
export const contactChannels = ['mail', 'sms'] as const;

export type ContactChannel = (typeof contactChannels)[number];

/** The least severe alerts that a contact gets; a text message is sent for critical ones only. */
export const contactSeverities = ['critical', 'warning'] as const;

export type ContactSeverity = (typeof contactSeverities)[number];

/** A contact gets alerts once they have confirmed the code that was sent to them, until they opt out. */
export const contactStates = ['waiting', 'confirmed', 'opted-out'] as const;

/** The maximum number of contacts of a farm. */
export const MAX_CONTACTS = 10;
