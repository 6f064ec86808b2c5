import type { JSX } from 'react';
import { expect, it } from 'vitest';
import { renderMarkup } from '../lib/render.fixture.tsx';
import { LazyMenu } from './lazy-menu.tsx';

it("a menu's button announces that it opens a menu, even before the menu's code has loaded", () => {
  const renderMenu = (target: JSX.Element) =>
    renderMarkup(<LazyMenu target={target}>{() => 'the menu'}</LazyMenu>);
  expect(renderMenu(<button type="button">Account</button>)).toContain(
    '<button type="button" aria-haspopup="menu" aria-expanded="false">Account</button>',
  );
  expect(
    renderMenu(
      <button type="button" aria-haspopup="dialog">
        Bell
      </button>,
    ),
  ).toContain('aria-haspopup="dialog"');
});
