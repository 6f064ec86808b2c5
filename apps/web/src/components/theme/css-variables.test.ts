import { DEFAULT_THEME, defaultCssVariablesResolver, mergeMantineTheme } from '@mantine/core';
import { describe, expect, it } from 'vitest';
import { cssVariablesResolver, namedColors, surfaceVariables } from './css-variables.ts';
import { theme } from './theme.tsx';
import { tokens } from './tokens.ts';

const merged = mergeMantineTheme(DEFAULT_THEME, theme);
const resolved = cssVariablesResolver(merged);

describe('the CSS variables', () => {
  it('declare every token in both schemes', () => {
    for (const scheme of ['light', 'dark'] as const) {
      for (const [name, value] of Object.entries(tokens[scheme])) {
        expect(resolved[scheme][`--gr-${name}`]).toBe(value);
      }
    }
  });

  it('refer only to tokens that exist', () => {
    const all = [resolved.variables, resolved.light, resolved.dark].flatMap(Object.values);
    const referencedTokens = all.flatMap((value) => /^var\(--gr-(.+)\)$/.exec(value)?.[1] ?? []);
    expect(referencedTokens.filter((name) => !(name in tokens.light))).toEqual([]);
  });

  it('override only variables that Mantine sets', () => {
    const known = defaultCssVariablesResolver(merged);
    const names = new Set([...Object.keys(known.variables), ...Object.keys(known.light)]);
    const overridden = Object.keys(resolved.light).filter((name) => name.startsWith('--mantine'));
    expect(overridden.filter((name) => !names.has(name) && !name.endsWith('-contrast'))).toEqual(
      [],
    );
  });

  it('never use gold for text or outlines', () => {
    for (const part of ['text', 'light-color', 'outline']) {
      expect(resolved.light[`--mantine-color-gold-${part}`]).toBe('var(--gr-ink)');
    }
  });

  it('include every color of the theme', () => {
    for (const name of namedColors) expect(merged.colors).toHaveProperty(name);
  });
});

describe('the theme of a page section', () => {
  it('sets nothing if it is light', () => {
    expect(surfaceVariables('light')).toEqual({});
  });

  it("sets the dark tokens and Mantine's variables if it is dark", () => {
    const dark = surfaceVariables('dark');
    for (const [name, value] of Object.entries(tokens.dark))
      expect(dark[`--gr-${name}`]).toBe(value);
    expect(dark['--mantine-color-body']).toBe('var(--gr-card)');
  });

  it('has no variable that refers to itself', () => {
    for (const [name, value] of Object.entries(surfaceVariables('colored'))) {
      expect(value, name).not.toContain(`(${name})`);
    }
  });
});
