import { useLocalStorage } from '@mantine/hooks';
import * as z from 'zod/mini';

const LAYOUTS = ['vertical', 'horizontal'] as const;
const WIDTHS = ['fluid', 'boxed', 'scrollable'] as const;
const THEMES = ['light', 'dark', 'colored'] as const;
const SIDEBAR_TYPES = ['default', 'compact', 'icon'] as const;

/** What the settings panel offers, setting by setting. */
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

/** How a browser shows the frame of the pages. */
export interface InterfaceSettings {
  readonly layout: Layout;
  readonly width: Width;
  readonly topbarTheme: Theme;
  readonly sidebarType: SidebarType;
  readonly sidebarTheme: Theme;
  /** Folded to its icons for now, whatever its type. */
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

const stored = z.record(z.string(), z.unknown());

/** Settings from what a browser kept; what cannot be read is as it is at first. */
export function parseSettings(text: string | undefined): InterfaceSettings {
  const kept = parseRecord(text ?? '');
  const oneOf = <Value>(known: readonly Value[], value: unknown, first: Value) =>
    known.find((one) => one === value) ?? first;
  const first = defaultSettings;
  return {
    layout: oneOf(LAYOUTS, kept['layout'], first.layout),
    width: oneOf(WIDTHS, kept['width'], first.width),
    topbarTheme: oneOf(THEMES, kept['topbarTheme'], first.topbarTheme),
    sidebarType: oneOf(SIDEBAR_TYPES, kept['sidebarType'], first.sidebarType),
    sidebarTheme: oneOf(THEMES, kept['sidebarTheme'], first.sidebarTheme),
    isCondensed: oneOf([true, false], kept['isCondensed'], first.isCondensed),
    hasPreloader: oneOf([true, false], kept['hasPreloader'], first.hasPreloader),
  };
}

function parseRecord(text: string): Readonly<Record<string, unknown>> {
  try {
    const read = z.safeParse(stored, JSON.parse(text));
    return read.success ? read.data : {};
  } catch {
    return {};
  }
}

/** A layout brings its topbar: dark where the menu lies in it, light beside a sidebar. */
export function withLayout(settings: InterfaceSettings, layout: Layout): InterfaceSettings {
  return { ...settings, layout, topbarTheme: layout === 'horizontal' ? 'dark' : 'light' };
}

/** A width brings its sidebar: icons in a box, else the whole. */
export function withWidth(settings: InterfaceSettings, width: Width): InterfaceSettings {
  return withSidebarType({ ...settings, width }, width === 'boxed' ? 'icon' : 'default');
}

/** A chosen type is seen at once: the sidebar is no longer condensed. */
export function withSidebarType(
  settings: InterfaceSettings,
  sidebarType: SidebarType,
): InterfaceSettings {
  return { ...settings, sidebarType, isCondensed: false };
}

/** What the menu's button does on a wide screen: folds the sidebar to its icons, or unfolds it. */
export function withToggledSidebar(settings: InterfaceSettings): InterfaceSettings {
  const { isCondensed, sidebarType } = settings;
  if (!isCondensed && sidebarType !== 'icon') return { ...settings, isCondensed: true };
  return withSidebarType(settings, sidebarType === 'icon' ? 'default' : sidebarType);
}

export interface Sidebar {
  readonly type: SidebarType;
  readonly theme: Theme;
}

/** How the sidebar is drawn; null where there is none, for the menu lies in the topbar. */
export function getSidebar(settings: InterfaceSettings): Sidebar | null {
  if (settings.layout === 'horizontal') return null;
  const { isCondensed, sidebarType, sidebarTheme } = settings;
  return { type: isCondensed ? 'icon' : sidebarType, theme: sidebarTheme };
}

/** How this browser shows the frame of the pages, stored for its next visit. */
export function useInterfaceSettings() {
  return useLocalStorage<InterfaceSettings>({
    key: 'interface',
    defaultValue: defaultSettings,
    getInitialValueInEffect: false,
    serialize: (settings) => JSON.stringify(settings),
    deserialize: parseSettings,
  });
}
