import { readLocalStorageValue, useLocalStorage } from '@mantine/hooks';
import * as z from 'zod/mini';

const LAYOUTS = ['vertical', 'horizontal'] as const;
const WIDTHS = ['fluid', 'boxed', 'scrollable'] as const;
const THEMES = ['light', 'dark', 'colored'] as const;
const SIDEBAR_TYPES = ['default', 'compact', 'icon'] as const;

/** The choices for each setting. */
export const choices = {
  layout: LAYOUTS,
  width: WIDTHS,
  topbarTheme: THEMES,
  sidebarType: SIDEBAR_TYPES,
  sidebarTheme: THEMES,
} as const;

export type Layout = (typeof LAYOUTS)[number];
export type Width = (typeof WIDTHS)[number];
export type Theme = (typeof THEMES)[number];
export type SidebarType = (typeof SIDEBAR_TYPES)[number];

/** How this browser shows the pages: layout, width, navigation and preloader. */
export interface InterfaceSettings {
  readonly layout: Layout;
  readonly width: Width;
  readonly topbarTheme: Theme;
  readonly sidebarType: SidebarType;
  readonly sidebarTheme: Theme;
  /** True while the sidebar is collapsed to icons. */
  readonly isCondensed: boolean;
  readonly hasPreloader: boolean;
}

export const defaultSettings: InterfaceSettings = {
  layout: 'vertical',
  width: 'fluid',
  topbarTheme: 'light',
  sidebarType: 'default',
  sidebarTheme: 'light',
  isCondensed: false,
  hasPreloader: true,
};

const storedRecord = z.record(z.string(), z.unknown());

/** Parses stored settings; invalid values fall back to the defaults. */
export function parseSettings(text: string | undefined): InterfaceSettings {
  const values = parseRecord(text ?? '');
  const parseChoice = <Value>(options: readonly Value[], value: unknown, fallback: Value) =>
    options.find((choice) => choice === value) ?? fallback;
  const defaults = defaultSettings;
  return {
    layout: parseChoice(LAYOUTS, values['layout'], defaults.layout),
    width: parseChoice(WIDTHS, values['width'], defaults.width),
    topbarTheme: parseChoice(THEMES, values['topbarTheme'], defaults.topbarTheme),
    sidebarType: parseChoice(SIDEBAR_TYPES, values['sidebarType'], defaults.sidebarType),
    sidebarTheme: parseChoice(THEMES, values['sidebarTheme'], defaults.sidebarTheme),
    isCondensed: parseChoice([true, false], values['isCondensed'], defaults.isCondensed),
    hasPreloader: parseChoice([true, false], values['hasPreloader'], defaults.hasPreloader),
  };
}

function parseRecord(text: string): Readonly<Record<string, unknown>> {
  try {
    const result = z.safeParse(storedRecord, JSON.parse(text));
    return result.success ? result.data : {};
  } catch {
    return {};
  }
}

/** Sets the layout and its topbar theme: dark if the menu is in the topbar, light next to a sidebar. */
export function withLayout(settings: InterfaceSettings, layout: Layout): InterfaceSettings {
  return { ...settings, layout, topbarTheme: layout === 'horizontal' ? 'dark' : 'light' };
}

/** Sets the width and its sidebar type: icons if boxed, otherwise the default. */
export function withWidth(settings: InterfaceSettings, width: Width): InterfaceSettings {
  return withSidebarType({ ...settings, width }, width === 'boxed' ? 'icon' : 'default');
}

/** Sets the sidebar type and expands the sidebar if it is collapsed. */
export function withSidebarType(
  settings: InterfaceSettings,
  sidebarType: SidebarType,
): InterfaceSettings {
  return { ...settings, sidebarType, isCondensed: false };
}

/** Collapses or expands the sidebar, as the menu button does on wide screens. */
export function withToggledSidebar(settings: InterfaceSettings): InterfaceSettings {
  const { isCondensed, sidebarType } = settings;
  if (!isCondensed && sidebarType !== 'icon') return { ...settings, isCondensed: true };
  return withSidebarType(settings, sidebarType === 'icon' ? 'default' : sidebarType);
}

export interface Sidebar {
  readonly type: SidebarType;
  readonly theme: Theme;
}

/** The sidebar to show; null if the menu is in the topbar. */
export function getSidebar(settings: InterfaceSettings): Sidebar | null {
  if (settings.layout === 'horizontal') return null;
  const { isCondensed, sidebarType, sidebarTheme } = settings;
  return { type: isCondensed ? 'icon' : sidebarType, theme: sidebarTheme };
}

const storage = { key: 'interface', defaultValue: defaultSettings, deserialize: parseSettings };

/** Uses this browser's settings, stored in its local storage. */
export function useInterfaceSettings() {
  return useLocalStorage<InterfaceSettings>({
    ...storage,
    getInitialValueInEffect: false,
    serialize: (settings) => JSON.stringify(settings),
  });
}

/**
 * Reads the current settings without subscribing to them: a second hook would store them again, which would
 * rerender every component that uses them.
 */
export function readInterfaceSettings(): InterfaceSettings {
  return readLocalStorageValue<InterfaceSettings>(storage);
}
