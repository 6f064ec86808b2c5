import { canOwnFarms } from '@granary/domain/access/roles';
import { Popover } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown, IconCylinder } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Session } from '../../lib/session.ts';
import classes from './horizontal-menu.module.css';
import { listMenuEntries } from './menu.ts';
import { BinLinks } from './my-bins.tsx';
import { MenuEntryLink } from './side-menu.tsx';
import { useScrollToCurrentEntry } from './use-scroll-to-current.ts';

/** The menu as a row below the top bar, with the user's bins as a dropdown. */
export function HorizontalMenu({ session }: { readonly session: Session }) {
  const { t } = useTranslation();
  const menu = useRef<HTMLElement>(null);
  useScrollToCurrentEntry(menu);
  const { beforeBins, afterBins } = listMenuEntries(session);
  const entryClass = classes['entry'] ?? '';
  return (
    <nav ref={menu} className={classes['menu']} aria-label={t('shell.menu.title')}>
      <ul className={classes['list']}>
        {beforeBins.map((entry) => (
          <li key={entry.to}>
            <MenuEntryLink entry={entry} className={entryClass} />
          </li>
        ))}
        {canOwnFarms(session.role) && (
          <li>
            <BinsDropdown />
          </li>
        )}
        {afterBins.map((entry) => (
          <li key={entry.to}>
            <MenuEntryLink entry={entry} className={entryClass} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

function BinsDropdown() {
  const { t } = useTranslation();
  const router = useRouter();
  const [isOpen, dropdown] = useDisclosure(false);
  useEffect(() => router.subscribe('onBeforeNavigate', dropdown.close), [router, dropdown.close]);
  return (
    <Popover
      opened={isOpen}
      onChange={(opened) => (opened ? dropdown.open() : dropdown.close())}
      position="bottom-start"
      width={280}
      trapFocus
      returnFocus
      withRoles={false}
    >
      <Popover.Target>
        <button
          type="button"
          className={classes['entry']}
          aria-expanded={isOpen}
          aria-haspopup="dialog"
          onClick={dropdown.toggle}
        >
          <IconCylinder size={20} aria-hidden />
          {t('shell.menu.myBins')}
          <IconChevronDown size={16} aria-hidden />
        </button>
      </Popover.Target>
      <Popover.Dropdown
        p="sm"
        role="dialog"
        aria-label={t('shell.menu.myBins')}
        className={classes['bins'] ?? ''}
      >
        <BinLinks />
      </Popover.Dropdown>
    </Popover>
  );
}
