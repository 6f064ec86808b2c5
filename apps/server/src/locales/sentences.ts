import type { Language } from '@granary/contract/accounts/http';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { it } from './it.ts';
import { ru } from './ru.ts';

export type SentenceKey = keyof typeof en;
export type Sentences = Record<SentenceKey, string>;

/** What the server says to people, in every language. */
export const sentences: Record<Language, Sentences> = { en, es, de, ru, it };
