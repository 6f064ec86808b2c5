import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  choices,
  defaultSettings,
  getSidebar,
  type InterfaceSettings,
  parseSettings,
  withLayout,
  withSidebarType,
  withToggledSidebar,
  withWidth,
} from './interface-settings.ts';

const settings: fc.Arbitrary<InterfaceSettings> = fc.record({
  layout: fc.constantFrom(...choices.layout),
  width: fc.constantFrom(...choices.width),
  topbarTheme: fc.constantFrom(...choices.topbarTheme),
  sidebarType: fc.constantFrom(...choices.sidebarType),
  sidebarTheme: fc.constantFrom(...choices.sidebarTheme),
  isCondensed: fc.boolean(),
  hasPreloader: fc.boolean(),
});

describe('the defaults', () => {
  it('are vertical, fluid and light, with a full sidebar and a preloader', () => {
    expect(parseSettings(undefined)).toEqual({
      layout: 'vertical',
      width: 'fluid',
      topbarTheme: 'light',
      sidebarType: 'default',
      sidebarTheme: 'light',
      isCondensed: false,
      hasPreloader: true,
    });
  });
});

describe('dependent settings', () => {
  it('a boxed width condenses the sidebar, and other widths expand it', () => {
    expect(withWidth(defaultSettings, 'boxed')).toMatchObject({ sidebarType: 'icon' });
    const boxed = withWidth(defaultSettings, 'boxed');
    for (const width of ['scrollable', 'fluid'] as const) {
      expect(withWidth(boxed, width)).toMatchObject({ width, sidebarType: 'default' });
    }
  });

  it('a layout sets the topbar theme, and removes or restores the sidebar', () => {
    const colored = { ...defaultSettings, topbarTheme: 'colored', sidebarTheme: 'dark' } as const;
    const horizontal = withLayout(colored, 'horizontal');
    expect(horizontal.topbarTheme).toBe('dark');
    expect(getSidebar(horizontal)).toBe(null);
    const vertical = withLayout(horizontal, 'vertical');
    expect(vertical.topbarTheme).toBe('light');
    expect(getSidebar(vertical)).toEqual({ type: 'default', theme: 'dark' });
  });
});

describe('the menu button', () => {
  it('condenses the sidebar and restores it', () => {
    const compact = withSidebarType(defaultSettings, 'compact');
    const collapsed = withToggledSidebar(compact);
    expect(getSidebar(collapsed)?.type).toBe('icon');
    expect(withToggledSidebar(collapsed)).toEqual(compact);
  });

  it('changes the sidebar each time, for any settings', () => {
    fc.assert(
      fc.property(settings, (before) => {
        const vertical = { ...before, layout: 'vertical' } as const;
        const wasCondensed = getSidebar(vertical)?.type === 'icon';
        const isNowCondensed = getSidebar(withToggledSidebar(vertical))?.type === 'icon';
        expect(isNowCondensed).toBe(!wasCondensed);
      }),
    );
  });
});

describe('stored settings', () => {
  it('are restored', () => {
    fc.assert(
      fc.property(settings, (stored) => {
        expect(parseSettings(JSON.stringify(stored))).toEqual(stored);
      }),
    );
  });

  it('fall back to defaults, field by field', () => {
    expect(parseSettings('{"layout":"diagonal","sidebarTheme":"dark"}')).toEqual({
      ...defaultSettings,
      sidebarTheme: 'dark',
    });
    for (const text of ['', 'null', '[]', '7', '{', '"dark"']) {
      expect(parseSettings(text)).toEqual(defaultSettings);
    }
  });
});
