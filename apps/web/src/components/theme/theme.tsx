import {
  ActionIcon,
  type AnchorProps,
  type BadgeProps,
  Button,
  Checkbox,
  type ChipProps,
  createTheme,
  type DrawerProps,
  Input,
  type MantineColorsTuple,
  type MenuProps,
  type ModalProps,
  type PaperProps,
  type PopoverProps,
  type RadioProps,
  rem,
  type SegmentedControlProps,
  type SkeletonProps,
  type SwitchProps,
  type TabsProps,
  type TooltipProps,
  virtualColor,
} from '@mantine/core';
import { token, tokens } from './tokens.ts';

const FONT = "'Inter Variable', system-ui, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";
/** Edge of what a finger must hit, px. */
const TARGET = 44;
/** Controls answer within this time, and sheets and dialogs within the other, ms. */
const QUICK = { transitionProps: { duration: 120 } };
const SHEET = {
  transitionProps: { duration: 200 },
  // What lies behind does not scroll by wheel or finger; its scroll bar stays: to take that away
  // lays the whole page out anew, and holds up what was tapped.
  removeScrollProps: { removeScrollBar: false },
};

/** Defaults of a component that not every page needs, without loading it for the theme's sake. */
function defaults<Props>(defaultProps: Partial<Props>) {
  return { defaultProps };
}

/** Ten equal shades: the look knows one value of a colour, and the resolver sets its faces. */
function flat(color: string): MantineColorsTuple {
  return [color, color, color, color, color, color, color, color, color, color];
}

/** A colour by name that follows the colour scheme. */
function schemeColors(name: 'ink' | 'ok' | 'watch' | 'warning' | 'critical') {
  return {
    [`${name}-light`]: flat(tokens.light[name]),
    [`${name}-dark`]: flat(tokens.dark[name]),
    [name]: virtualColor({ name, light: `${name}-light`, dark: `${name}-dark` }),
  };
}

/**
 * The theme of the look. `<Button>` is the one primary act of a screen, gold with dark text; every
 * other button is `variant="default"`. States are the colours ok, watch, warn and grave.
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
    gold: flat(tokens.light.gold),
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
        root: props.size === 'md' ? { '--button-height': rem(TARGET) } : {},
      }),
      styles: { label: { fontWeight: 600 } },
    }),
    ActionIcon: ActionIcon.extend({
      defaultProps: { color: 'ink', variant: 'subtle', size: TARGET },
    }),
    Anchor: defaults<AnchorProps>({ underline: 'always' }),
    Badge: defaults<BadgeProps>({ color: 'ink', radius: 'xs', tt: 'none', variant: 'filled' }),
    Chip: defaults<ChipProps>({ radius: 'sm', size: 'md', variant: 'outline' }),
    Input: Input.extend({
      defaultProps: { size: 'md' },
      vars: (_theme, props) => ({
        wrapper:
          props.size === 'md' ? { '--input-height': rem(TARGET), '--input-fz': rem(16) } : {},
      }),
    }),
    InputWrapper: Input.Wrapper.extend({
      defaultProps: {
        size: 'md',
        // What a field means stands below it, so that the fields of a row stand level.
        inputWrapperOrder: ['label', 'input', 'description', 'error'],
      },
      styles: { label: { fontWeight: 600 } },
    }),
    Checkbox: Checkbox.extend({ defaultProps: { iconColor: token('on-ink'), size: 'sm' } }),
    Radio: defaults<RadioProps>({ iconColor: token('on-ink'), size: 'sm' }),
    Switch: defaults<SwitchProps>({
      color: 'ok',
      size: 'md',
      withThumbIndicator: false,
      onLabel: <Tick />,
    }),
    SegmentedControl: defaults<SegmentedControlProps>({ color: 'ink', size: 'md' }),
    Tabs: defaults<TabsProps>({ color: 'gold' }),
    Pagination: { vars: () => ({ root: { '--pagination-active-color': token('on-ink') } }) },
    Paper: defaults<PaperProps>({ radius: 'md' }),
    Skeleton: defaults<SkeletonProps>({ animate: false, radius: 'xs' }),
    Modal: defaults<ModalProps>({ ...SHEET, radius: 'md' }),
    Drawer: defaults<DrawerProps>({ ...SHEET }),
    // The placeholder is no item, which a menu may not have: the menu itself takes the focus.
    Menu: defaults<MenuProps>({ ...QUICK, radius: 'md', withInitialFocusPlaceholder: false }),
    Popover: defaults<PopoverProps>({ ...QUICK, radius: 'md' }),
    Tooltip: defaults<TooltipProps>({ ...QUICK, radius: 'xs' }),
  },
});

/** Stands in a switch that is on, so that on is not a matter of colour. */
function Tick() {
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
