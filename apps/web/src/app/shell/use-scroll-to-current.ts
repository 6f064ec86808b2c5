import { useIsFetching } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { type RefObject, useEffect } from 'react';
import { binsMenuQuery } from '../../features/bins/api/get-bins-menu.ts';

/** The menu has come to rest by then, ms. */
const SCROLL_DELAY = 300;

/** Brings the entry of the page that is shown into view, where the menu is longer than the window. */
export function useScrollToCurrent(menu: RefObject<HTMLElement | null>): void {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const isListing = useIsFetching({ queryKey: binsMenuQuery.queryKey }) > 0;
  useEffect(() => scrollToCurrentLater(() => menu.current), [menu, path, isListing]);
}

/** Brings the current entry of a menu into view once the menu is at rest; returns what calls it off. */
export function scrollToCurrentLater(
  menu: () => Pick<ParentNode, 'querySelector'> | null,
): () => void {
  const timer = setTimeout(() => {
    const current = menu()?.querySelector('[aria-current=page]');
    current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, SCROLL_DELAY);
  return () => clearTimeout(timer);
}
