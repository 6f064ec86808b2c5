import type { CSSVariablesResolver } from '@mantine/core';
import { type TokenName, token, tokens } from './tokens.ts';

/** Colors that Mantine components accept by name. */
export const namedColors = ['ink', 'gold', 'ok', 'watch', 'warning', 'critical'] as const;
type NamedColor = (typeof namedColors)[number];

/**
 * Declares every token as `--gr-<name>` and sets Mantine's own variables to the tokens, so that
 * components use only these colors in both schemes.
 */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: { ...mantineVariables(), ...namedColorVariables() },
  light: { ...tokenVariables('light'), ...mantineVariables() },
  dark: { ...tokenVariables('dark'), ...mantineVariables() },
});

/** The theme for part of the page. */
export type SurfaceTheme = 'light' | 'dark' | 'colored';

/** The CSS variables for a theme: the page's own, dark in both schemes, or grain-colored. */
export function surfaceVariables(theme: SurfaceTheme): Record<string, string> {
  switch (theme) {
    case 'light':
      return {};
    case 'dark':
      return { ...tokenVariables('dark'), ...mantineVariables(), ...focusVariable() };
    case 'colored':
      return { ...grainVariables(), ...mantineVariables(), ...focusVariable() };
  }
}

/** Gold is invisible on the grain color, and labels need the darker of the two muted text colors. */
function grainVariables(): Record<string, string> {
  return {
    '--gr-page': token('grain'),
    '--gr-card': token('grain'),
    '--gr-sunk': `color-mix(in srgb, ${token('grain')}, ${token('ink')} 8%)`,
    '--gr-line': `color-mix(in srgb, ${token('grain')}, ${token('ink')} 20%)`,
    '--gr-ink-3': token('ink-2'),
    '--gr-gold': token('surface'),
  };
}

/** A CSS variable is resolved where it is declared, so `--gr-focus` must be declared again. */
function focusVariable(): Record<string, string> {
  return { '--gr-focus': token('ink') };
}

function tokenVariables(scheme: 'light' | 'dark'): Record<string, string> {
  const entries = Object.entries(tokens[scheme]);
  return Object.fromEntries(entries.map(([name, value]) => [`--gr-${name}`, value]));
}

function mantineVariables(): Record<string, string> {
  return {
    '--mantine-color-body': token('card'),
    '--mantine-color-text': token('ink'),
    '--mantine-color-bright': token('ink'),
    '--mantine-color-dimmed': token('ink-2'),
    '--mantine-color-placeholder': token('ink-3'),
    '--mantine-color-anchor': token('ink'),
    '--mantine-color-error': token('warning'),
    '--mantine-color-success': token('ok'),
    '--mantine-color-default': token('card'),
    '--mantine-color-default-hover': token('sunk'),
    '--mantine-color-default-color': token('ink'),
    '--mantine-color-default-border': token('edge'),
    '--mantine-color-disabled': token('sunk'),
    '--mantine-color-disabled-color': token('ink-3'),
    '--mantine-color-disabled-border': token('line'),
    '--mantine-primary-color-contrast': token('on-ink'),
    ...namedColorVariables(),
  };
}

interface ColorVariants {
  readonly fill: TokenName;
  readonly fillHover: TokenName;
  readonly onFill: TokenName;
  readonly tint: TokenName;
  readonly text: TokenName;
}

const colorVariants: Readonly<Record<NamedColor, ColorVariants>> = {
  ink: { fill: 'ink', fillHover: 'ink-2', onFill: 'on-ink', tint: 'sunk', text: 'ink' },
  // Gold is only for fills and marks: its text and outline are ink.
  gold: { fill: 'gold', fillHover: 'gold-hover', onFill: 'on-gold', tint: 'sunk', text: 'ink' },
  ok: { fill: 'ok', fillHover: 'ok', onFill: 'on-ink', tint: 'ok-tint', text: 'ok' },
  watch: { fill: 'watch', fillHover: 'watch', onFill: 'on-ink', tint: 'watch-tint', text: 'watch' },
  warning: {
    fill: 'warning',
    fillHover: 'warning',
    onFill: 'on-ink',
    tint: 'warning-tint',
    text: 'warning',
  },
  critical: {
    fill: 'critical-fill',
    fillHover: 'critical-fill',
    onFill: 'on-critical',
    tint: 'critical-tint',
    text: 'critical',
  },
};

function namedColorVariables(): Record<string, string> {
  const variables: Record<string, string> = {};
  for (const name of namedColors) {
    const variants = colorVariants[name];
    const prefix = `--mantine-color-${name}`;
    variables[`${prefix}-filled`] = token(variants.fill);
    variables[`${prefix}-filled-hover`] = token(variants.fillHover);
    variables[`${prefix}-contrast`] = token(variants.onFill);
    variables[`${prefix}-light`] = token(variants.tint);
    variables[`${prefix}-light-hover`] = token(variants.tint);
    variables[`${prefix}-light-color`] = token(variants.text);
    variables[`${prefix}-outline`] = token(variants.text);
    variables[`${prefix}-outline-hover`] = token('sunk');
    variables[`${prefix}-text`] = token(variants.text);
  }
  return variables;
}
