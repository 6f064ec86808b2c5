import type { Plugin } from 'vite';
import { pickTexts, type TextPart } from '../src/locales/text-parts.ts';

/** Loads part of a language's texts for an import such as `locales/en.json?texts=start`. */
export function splitTexts(): Plugin {
  return {
    name: 'granary-split-texts',
    enforce: 'pre',
    transform: {
      filter: { id: /\/locales\/\w+\.json\?texts=\w+$/ },
      handler(code, id) {
        const part = id.slice(id.lastIndexOf('=') + 1) as TextPart;
        const texts = JSON.parse(code) as Record<string, unknown>;
        return { code: `export default ${JSON.stringify(pickTexts(texts, part))}`, map: null };
      },
    },
  };
}
