import { cloneElement, type ReactElement, type ReactNode, useState } from 'react';
import { LoadWhenOpen } from './load-when-open.tsx';

type MenuButton = ReactElement<{
  readonly onClick?: () => void;
  readonly 'aria-haspopup'?: 'menu' | 'dialog';
  readonly 'aria-expanded'?: boolean;
  readonly autoFocus?: boolean;
}>;

/** A menu's button, and whether the menu is open. */
export interface LazyMenuState {
  readonly target: MenuButton;
  readonly opened: boolean;
  readonly onChange: (opened: boolean) => void;
}

interface LazyMenuProps {
  readonly target: MenuButton;
  /** Renders a `lazy` component with the menu. */
  readonly children: (state: LazyMenuState) => ReactNode;
}

/**
 * A button with a menu whose code loads when the menu is first opened, so that it is not part of the page's
 * initial load.
 */
export function LazyMenu({ target, children }: LazyMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const button = cloneElement(target, {
    'aria-haspopup': target.props['aria-haspopup'] ?? 'menu',
    'aria-expanded': false,
    // Also dismisses the error message shown if the menu failed to load.
    onClick: () => setOpen((wasOpen) => !wasOpen),
  });
  // The menu's own button replaces the one that was clicked, so it takes the focus.
  const focusedButton = cloneElement(target, { autoFocus: true });
  return (
    <LoadWhenOpen isOpen={isOpen} fallback={button}>
      {(opened) => children({ target: focusedButton, opened, onChange: setOpen })}
    </LoadWhenOpen>
  );
}
