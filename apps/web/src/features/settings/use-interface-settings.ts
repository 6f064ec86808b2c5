import { useLocalStorage } from '@mantine/hooks';
import {
  defaultSettings,
  type InterfaceSettings,
  parseSettings,
} from '../interface-settings/interface-settings.ts';

/** Where a browser keeps how it shows the pages. */
export const SETTINGS_KEY = 'interface';

/** How this browser shows the frame of the pages, and the way to change it, kept for next time. */
export function useInterfaceSettings() {
  return useLocalStorage<InterfaceSettings>({
    key: SETTINGS_KEY,
    defaultValue: defaultSettings,
    getInitialValueInEffect: false,
    serialize: (settings) => JSON.stringify(settings),
    deserialize: parseSettings,
  });
}
