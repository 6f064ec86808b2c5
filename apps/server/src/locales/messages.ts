import type { Language } from '@granary/contract/accounts/http';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { it } from './it.ts';
import { ru } from './ru.ts';

export type MessageKey = keyof typeof en;
export type Messages = Record<MessageKey, string>;

/** Every message of the server, in every language. */
export const messages: Record<Language, Messages> = { en, es, de, ru, it };
