import { AppShell } from '@mantine/core';
import { useDisclosure, useLocalStorage } from '@mantine/hooks';
import { Outlet, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLiveBins } from '../../features/bins/use-live-bins.ts';
import { useLiveReadings } from '../../features/readings/use-live-readings.ts';
import { followNetwork, live, useWatch } from '../../lib/live-client.ts';
import type { Session } from '../../lib/session.ts';
import { useSession } from '../../lib/use-session.ts';
import { OfflineBar } from './offline-bar.tsx';
import classes from './shell.module.css';
import { SideMenu } from './side-menu.tsx';
import { TopBar } from './top-bar.tsx';
import { useFocusOnNavigation } from './use-focus-on-navigation.ts';

/** The frame of all pages for those who are signed in. */
export function Shell() {
  const session = useSession();
  return session === null ? null : <SignedIn session={session} />;
}

function SignedIn({ session }: { readonly session: Session }) {
  const { t } = useTranslation();
  const [isDrawerOpen, drawer] = useDisclosure(false);
  const [isCondensed, setCondensed] = useLocalStorage({
    key: 'menu-condensed',
    defaultValue: false,
  });
  const router = useRouter();
  useLive(session);
  useFocusOnNavigation();
  useEffect(() => router.subscribe('onBeforeNavigate', drawer.close), [router, drawer.close]);
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{
        width: isCondensed ? 64 : 232,
        breakpoint: 'md',
        collapsed: { mobile: !isDrawerOpen },
      }}
      transitionDuration={0}
    >
      <a href="#main" className={classes['skip']}>
        {t('shell.skip')}
      </a>
      <AppShell.Header>
        <TopBar
          session={session}
          isDrawerOpen={isDrawerOpen}
          isCondensed={isCondensed}
          onToggleDrawer={drawer.toggle}
          onToggleCondensed={() => setCondensed(!isCondensed)}
        />
      </AppShell.Header>
      <AppShell.Navbar
        id="menu"
        aria-label={t('shell.menu.title')}
        className={classes['navbar'] ?? ''}
      >
        <SideMenu
          session={session}
          isCondensed={isCondensed && !isDrawerOpen}
          onExpand={() => setCondensed(false)}
        />
      </AppShell.Navbar>
      <AppShell.Main id="main" tabIndex={-1} className={classes['main'] ?? ''}>
        <OfflineBar />
        <div className={classes['content']}>
          <Outlet />
        </div>
        <footer className={classes['foot']}>{t('product')}</footer>
      </AppShell.Main>
    </AppShell>
  );
}

/** Opens the live connection for the session; a user watches all their bins, for the menu. */
function useLive({ token, role }: Session): void {
  useWatch(role === 'user' ? { all: true } : null);
  useLiveBins();
  useLiveReadings();
  useEffect(() => {
    live.start(token);
    const unfollow = followNetwork();
    return () => {
      unfollow();
      live.stop();
    };
  }, [token]);
}
