import {
  ActionIcon,
  type AnchorProps,
  type BadgeProps,
  Button,
  type CheckboxProps,
  type ChipProps,
  createTheme,
  type DrawerProps,
  type InputProps,
  type InputWrapperProps,
  type MantineColorsTuple,
  type MantineTheme,
  type MenuProps,
  type ModalProps,
  type PaperProps,
  type PopoverProps,
  type RadioProps,
  rem,
  type SkeletonProps,
  type SwitchProps,
  type TabsProps,
  type TooltipProps,
  virtualColor,
} from '@mantine/core';
import { token, tokens } from './tokens.ts';

const FONT = "'Inter Variable', system-ui, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";
/** Smallest width and height of a touch target, px. */
const TOUCH_TARGET = 44;
/** Transition duration for controls, ms. Dialogs and drawers take longer. */
const QUICK_TRANSITION = { transitionProps: { duration: 120 } };
const DIALOG_PROPS = {
  transitionProps: { duration: 200 },
  // The page behind does not scroll but keeps its scrollbar, because removing the scrollbar would lay out the
  // whole page again and delay the dialog.
  removeScrollProps: { removeScrollBar: false },
};

/** Sets a component's default props without loading its code for the theme. */
function setDefaultProps<Props>(defaultProps: Partial<Props>) {
  return { defaultProps };
}

/** Ten equal shades: each color has one value, and the resolver sets its variants. */
function flatShades(color: string): MantineColorsTuple {
  return [color, color, color, color, color, color, color, color, color, color];
}

function schemeColors(name: 'ink' | 'ok' | 'watch' | 'warning' | 'critical') {
  return {
    [`${name}-light`]: flatShades(tokens.light[name]),
    [`${name}-dark`]: flatShades(tokens.dark[name]),
    [name]: virtualColor({ name, light: `${name}-light`, dark: `${name}-dark` }),
  };
}

/**
 * The Mantine theme. `<Button>` is a screen's single primary action, gold with dark text; every other button
 * is `variant="default"`. The state colors are ok, watch, warning and critical.
 */
export const theme = createTheme({
  fontFamily: FONT,
  fontSizes: { xs: rem(12), sm: rem(13), md: rem(14), lg: rem(16), xl: rem(22) },
  lineHeights: { xs: '1.3333', sm: '1.3846', md: '1.4286', lg: '1.5', xl: '1.2727' },
  headings: {
    fontFamily: FONT,
    fontWeight: '650',
    sizes: {
      h1: { fontSize: rem(22), lineHeight: rem(28) },
      h2: { fontSize: rem(16), lineHeight: rem(24) },
      h3: { fontSize: rem(14), lineHeight: rem(20) },
      h4: { fontSize: rem(14), lineHeight: rem(20) },
      h5: { fontSize: rem(13), lineHeight: rem(18) },
      h6: { fontSize: rem(12), lineHeight: rem(16) },
    },
  },
  spacing: { xs: rem(4), sm: rem(8), md: rem(16), lg: rem(24), xl: rem(32) },
  radius: { xs: rem(4), sm: rem(6), md: rem(8), lg: rem(12), xl: rem(12) },
  defaultRadius: 'sm',
  shadows: {
    xs: 'none',
    sm: token('shadow'),
    md: token('shadow'),
    lg: token('shadow'),
    xl: token('shadow'),
  },
  white: tokens.light.card,
  black: tokens.light.ink,
  colors: {
    ...schemeColors('ink'),
    ...schemeColors('ok'),
    ...schemeColors('watch'),
    ...schemeColors('warning'),
    ...schemeColors('critical'),
    gold: flatShades(tokens.light.gold),
    gray: [
      tokens.light.page,
      tokens.light.sunk,
      '#E4DFD5',
      tokens.light.line,
      tokens.light.edge,
      tokens.light.edge,
      tokens.light['ink-3'],
      tokens.light['ink-2'],
      '#3A352D',
      tokens.light.ink,
    ],
    dark: [
      tokens.dark.ink,
      tokens.dark['ink-2'],
      tokens.dark['ink-3'],
      tokens.dark.edge,
      tokens.dark.line,
      tokens.dark.sunk,
      tokens.dark.card,
      tokens.dark.card,
      tokens.dark.page,
      tokens.dark.page,
    ],
  },
  primaryColor: 'ink',
  primaryShade: { light: 8, dark: 8 },
  autoContrast: true,
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: Button.extend({
      defaultProps: { color: 'gold', size: 'md' },
      vars: (_theme, props) => ({
        root: props.size === 'md' ? { '--button-height': rem(TOUCH_TARGET) } : {},
      }),
      styles: { label: { fontWeight: 600 } },
    }),
    ActionIcon: ActionIcon.extend({
      defaultProps: { color: 'ink', variant: 'subtle', size: TOUCH_TARGET },
    }),
    Anchor: setDefaultProps<AnchorProps>({ underline: 'always' }),
    Badge: setDefaultProps<BadgeProps>({
      color: 'ink',
      radius: 'xs',
      tt: 'none',
      variant: 'filled',
    }),
    Chip: setDefaultProps<ChipProps>({ radius: 'sm', size: 'md', variant: 'outline' }),
    Input: {
      ...setDefaultProps<InputProps>({ size: 'md' }),
      vars: (_theme: MantineTheme, { size }: InputProps) => ({
        wrapper:
          size === 'md' ? { '--input-height': rem(TOUCH_TARGET), '--input-fz': rem(16) } : {},
      }),
    },
    InputWrapper: {
      ...setDefaultProps<InputWrapperProps>({
        size: 'md',
        // Descriptions are below the inputs, so that the inputs in a row are aligned.
        inputWrapperOrder: ['label', 'input', 'description', 'error'],
      }),
      styles: { label: { fontWeight: 600 } },
    },
    Checkbox: setDefaultProps<CheckboxProps>({ iconColor: token('on-ink'), size: 'sm' }),
    Radio: setDefaultProps<RadioProps>({ iconColor: token('on-ink'), size: 'sm' }),
    Switch: setDefaultProps<SwitchProps>({
      color: 'ok',
      size: 'md',
      withThumbIndicator: false,
      onLabel: <CheckMark />,
    }),
    Tabs: setDefaultProps<TabsProps>({ color: 'gold' }),
    Pagination: { vars: () => ({ root: { '--pagination-active-color': token('on-ink') } }) },
    Paper: setDefaultProps<PaperProps>({ radius: 'md' }),
    Skeleton: setDefaultProps<SkeletonProps>({ animate: false, radius: 'xs' }),
    Modal: setDefaultProps<ModalProps>({ ...DIALOG_PROPS, radius: 'md' }),
    Drawer: setDefaultProps<DrawerProps>({ ...DIALOG_PROPS }),
    // A menu can contain only menu items, so it has no focus placeholder, and the menu itself takes the
    // focus.
    Menu: setDefaultProps<MenuProps>({
      ...QUICK_TRANSITION,
      radius: 'md',
      withInitialFocusPlaceholder: false,
    }),
    Popover: setDefaultProps<PopoverProps>({ ...QUICK_TRANSITION, radius: 'md' }),
    Tooltip: setDefaultProps<TooltipProps>({ ...QUICK_TRANSITION, radius: 'xs' }),
  },
});

/** The check mark in a switch that is on, so that color is not the only cue. */
function CheckMark() {
  return (
    <svg width={12} height={12} viewBox="0 0 12 12" aria-hidden>
      <path
        d="M2 6.4 4.8 9 10 3.4"
        fill="none"
        stroke="currentColor"
        strokeWidth={1.8}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
