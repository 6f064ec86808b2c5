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

describe('at first', () => {
  it('the pages are vertical, fluid and light, with a whole sidebar and a preloader', () => {
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

describe('what one setting brings with it', () => {
  it('is the sidebar of a width: icons in a box, else the whole', () => {
    expect(withWidth(defaultSettings, 'boxed')).toMatchObject({ sidebarType: 'icon' });
    const boxed = withWidth(defaultSettings, 'boxed');
    for (const width of ['scrollable', 'fluid'] as const) {
      expect(withWidth(boxed, width)).toMatchObject({ width, sidebarType: 'default' });
    }
  });

  it('is the topbar of a layout, dark or light, and the end or the return of the sidebar', () => {
    const colored = { ...defaultSettings, topbarTheme: 'colored', sidebarTheme: 'dark' } as const;
    const across = withLayout(colored, 'horizontal');
    expect(across.topbarTheme).toBe('dark');
    expect(getSidebar(across)).toBe(null);
    const down = withLayout(across, 'vertical');
    expect(down.topbarTheme).toBe('light');
    expect(getSidebar(down)).toEqual({ type: 'default', theme: 'dark' });
  });
});

describe("the menu's button", () => {
  it('folds the sidebar to its icons and back to what it was', () => {
    const compact = withSidebarType(defaultSettings, 'compact');
    const folded = withToggledSidebar(compact);
    expect(getSidebar(folded)?.type).toBe('icon');
    expect(withToggledSidebar(folded)).toEqual(compact);
  });

  it('changes what is seen each time, whatever was set', () => {
    fc.assert(
      fc.property(settings, (before) => {
        const vertical = { ...before, layout: 'vertical' } as const;
        const shown = getSidebar(vertical)?.type === 'icon';
        const then = getSidebar(withToggledSidebar(vertical))?.type === 'icon';
        expect(then).toBe(!shown);
      }),
    );
  });
});

describe('what a browser kept', () => {
  it('comes back as it was', () => {
    fc.assert(
      fc.property(settings, (kept) => {
        expect(parseSettings(JSON.stringify(kept))).toEqual(kept);
      }),
    );
  });

  it('is as at first where it cannot be read, field by field', () => {
    expect(parseSettings('{"layout":"diagonal","sidebarTheme":"dark"}')).toEqual({
      ...defaultSettings,
      sidebarTheme: 'dark',
    });
    for (const text of ['', 'null', '[]', '7', '{', '"dark"']) {
      expect(parseSettings(text)).toEqual(defaultSettings);
    }
  });
});
