import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { IconCloudOff } from '@tabler/icons-react';
import { useIsFetching } from '@tanstack/react-query';
import { Outlet, useRouter } from '@tanstack/react-router';
import { type CSSProperties, lazy, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadWhenOpen } from '../../components/load-when-open.tsx';
import { surfaceVariables } from '../../components/theme/css-variables.ts';
import { token } from '../../components/theme/tokens.ts';
import {
  getSidebar,
  type Theme,
  useInterfaceSettings,
  withToggledSidebar,
} from '../../features/interface-settings/interface-settings.ts';
import { useNow } from '../../lib/clock.ts';
import { useLiveState } from '../../lib/live-client.ts';
import { loadWhenIdle } from '../../lib/load-when-idle.ts';
import type { Session } from '../../lib/session.ts';
import { useFormat } from '../../lib/use-format.ts';
import { useSession } from '../../lib/use-session.ts';
import { DESKTOP } from './desktop.ts';
import classes from './shell.module.css';
import { TopBar } from './top-bar.tsx';
import { useFocusOnNavigation } from './use-focus-on-navigation.ts';
import { useLiveConnection } from './use-live-connection.ts';

const loadSideMenu = async () => ({ default: (await import('./side-menu.tsx')).SideMenu });
const SideMenu = lazy(loadSideMenu);
const HorizontalMenu = lazy(async () => ({
  default: (await import('./horizontal-menu.tsx')).HorizontalMenu,
}));
const SettingsDrawer = lazy(async () => ({
  default: (await import('./settings-drawer.tsx')).SettingsDrawer,
}));

/** The layout of all pages for signed-in users. */
export function Shell() {
  const session = useSession();
  // A new session starts with new screens, without anything that was typed before.
  return session === null ? null : <SignedInShell key={session.token} session={session} />;
}

/** Widths of the sidebar, px. */
const SIDEBAR_WIDTHS = { default: 232, compact: 128, icon: 64 } as const;
/** Dialogs hide the page's scrollbar; their library keeps elements with this class in place. */
const HEADER_CLASS = `${classes['header']} right-scroll-bar-position`;

function SignedInShell({ session }: { readonly session: Session }) {
  const { t } = useTranslation();
  const [isDrawerOpen, drawer] = useDisclosure(false);
  const [isPanelOpen, panel] = useDisclosure(false);
  const [settings, setSettings] = useInterfaceSettings();
  // Read before the first render, so that a phone does not load the menu before it is opened.
  const isDesktop = useMediaQuery(DESKTOP, true, { getInitialValueInEffect: false });
  const router = useRouter();
  useLiveConnection(session);
  useFocusOnNavigation();
  useEffect(() => loadWhenIdle(loadSideMenu), []);
  useEffect(() => router.subscribe('onBeforeNavigate', drawer.close), [router, drawer.close]);
  const sidebar = getSidebar(settings);
  const onToggleSidebar = () => setSettings(withToggledSidebar(settings));
  const isCovered = isDrawerOpen && !isDesktop;
  useCloseOnEscape(isCovered, drawer.close);
  return (
    <div
      style={{ '--gr-sidebar': `${SIDEBAR_WIDTHS[sidebar?.type ?? 'default']}px` } as CSSProperties}
      className={classes['shell']}
      data-width={settings.width}
      data-has-sidebar={sidebar !== null}
    >
      <a href="#main" className={classes['skip']}>
        {t('shell.skip')}
      </a>
      <header data-screen-only style={getThemeStyle(settings.topbarTheme)} className={HEADER_CLASS}>
        <TopBar
          session={session}
          isDrawerOpen={isDrawerOpen}
          isCondensed={sidebar && sidebar.type === 'icon'}
          onToggleDrawer={drawer.toggle}
          onToggleCondensed={onToggleSidebar}
          onOpenSettings={panel.open}
        />
        <LoadWhenOpen isOpen={sidebar === null}>
          {(isOpen) => isOpen && <HorizontalMenu session={session} />}
        </LoadWhenOpen>
      </header>
      <nav
        id="menu"
        data-screen-only
        aria-label={t('shell.menu.title')}
        className={classes['navbar']}
        data-open={isDrawerOpen}
        style={getThemeStyle(sidebar?.theme ?? 'light')}
      >
        <LoadWhenOpen isOpen={(isDesktop && sidebar !== null) || isDrawerOpen}>
          {(isOpen) =>
            isOpen && (
              <SideMenu
                session={session}
                type={isDrawerOpen ? 'default' : (sidebar?.type ?? 'default')}
                onExpand={onToggleSidebar}
              />
            )
          }
        </LoadWhenOpen>
      </nav>
      {/* The keyboard must not reach what the open menu covers. */}
      <main id="main" tabIndex={-1} className={classes['main']} inert={isCovered}>
        <OfflineBar />
        <div className={classes['content']}>
          <Outlet />
        </div>
        <Footer />
      </main>
      <LoadWhenOpen isOpen={isPanelOpen}>
        {(isOpen) =>
          isOpen && (
            <SettingsDrawer settings={settings} onChange={setSettings} onClose={panel.close} />
          )
        }
      </LoadWhenOpen>
    </div>
  );
}

/** Hidden while the page first loads, because it would jump as the page grows. */
function Footer() {
  const { t } = useTranslation();
  const isPageLoading = useIsFetching({ predicate: ({ state }) => state.data === undefined }) > 0;
  return (
    <footer
      data-screen-only
      className={classes['footer']}
      style={{ visibility: isPageLoading ? 'hidden' : 'visible' }}
    >
      {t('product')}
    </footer>
  );
}

/** The colors of a part of the shell. */
function getThemeStyle(theme: Theme): CSSProperties {
  return { ...surfaceVariables(theme), color: token('ink') };
}

/** Closes the menu on Escape and returns the focus to the button that opened it. */
export function useCloseOnEscape(isOpen: boolean, close: () => void): void {
  useEffect(() => {
    if (!isOpen) return;
    const opener = document.activeElement;
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return;
      close();
      if (opener instanceof HTMLElement) opener.focus();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [isOpen, close]);
}

/** A bar below the top bar that shows when the connection was lost. */
export function OfflineBar() {
  const { t } = useTranslation();
  const format = useFormat();
  const state = useLiveState();
  const now = useNow();
  return (
    <div role="status" className={classes['offline']}>
      {state.kind === 'offline' && (
        <p className={classes['offlineBar']}>
          <IconCloudOff size={20} aria-hidden />
          {t('live.offlineSince', { time: format.since(state.since, now) })}
        </p>
      )}
    </div>
  );
}
