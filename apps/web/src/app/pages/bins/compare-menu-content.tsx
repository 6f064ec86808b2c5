import { DAY, type Millis, millis } from '@granary/domain/units';
import { Menu } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { LazyMenuState } from '../../../components/lazy-menu.tsx';

/** How many days earlier the compared record is. */
const DAYS_EARLIER = { day: 1, week: 7, month: 30, year: 365 } as const;

const periodNames = Object.keys(DAYS_EARLIER) as (keyof typeof DAYS_EARLIER)[];

interface CompareMenuContentProps extends LazyMenuState {
  /** The time of the shown record. */
  readonly at: Millis;
  readonly onCompare: (at: Millis) => void;
}

/** The earlier times that a record can be compared with. */
export function CompareMenuContent({ at, onCompare, target, ...menu }: CompareMenuContentProps) {
  const { t } = useTranslation();
  return (
    <Menu position="bottom-end" {...menu}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        {periodNames.map((name) => (
          <Menu.Item key={name} onClick={() => onCompare(millis(at - DAYS_EARLIER[name] * DAY))}>
            {t(`records.earlier.${name}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
