import { useIsFetching } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { type RefObject, useEffect } from 'react';
import { binsMenuQuery } from '../../features/bins/api/get-bins-menu.ts';

/** The menu's animations end within this time, ms. */
const SCROLL_DELAY = 300;

/** Scrolls to the entry of the current page if the menu is longer than the window. */
export function useScrollToCurrentEntry(menu: RefObject<HTMLElement | null>): void {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const isLoadingBins = useIsFetching({ queryKey: binsMenuQuery.queryKey }) > 0;
  useEffect(() => scheduleScrollToCurrentItem(() => menu.current), [menu, path, isLoadingBins]);
}

/**
 * Scrolls to the current entry once the menu's animations have ended; returns a function that cancels the
 * scroll.
 */
export function scheduleScrollToCurrentItem(
  getMenu: () => Pick<ParentNode, 'querySelector'> | null,
): () => void {
  const timer = setTimeout(() => {
    const currentEntry = getMenu()?.querySelector('[aria-current=page]');
    currentEntry?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, SCROLL_DELAY);
  return () => clearTimeout(timer);
}
