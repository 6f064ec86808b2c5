import type { Millis } from '@granary/domain/units';
import { Button } from '@mantine/core';
import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { LazyMenu } from '../../../components/lazy-menu.tsx';

const EarlierMenu = lazy(async () => ({
  default: (await import('./earlier-menu.tsx')).EarlierMenu,
}));

interface CompareMenuProps {
  /** The time of the shown record. */
  readonly at: Millis;
  readonly onCompare: (at: Millis) => void;
}

/** Chooses an earlier record to compare the shown one with. */
export function CompareMenu(props: CompareMenuProps) {
  const { t } = useTranslation();
  return (
    <LazyMenu target={<Button variant="default">{t('records.compareWith')}</Button>}>
      {(menu) => <EarlierMenu {...props} {...menu} />}
    </LazyMenu>
  );
}
