import { Popover } from '@mantine/core';
import { cloneElement } from 'react';
import { useTranslation } from 'react-i18next';
import type { LazyMenuState } from '../../../components/lazy-menu.tsx';
import { NotificationList, type NotificationListProps } from './notification-list.tsx';

type NotificationPopoverProps = LazyMenuState & Omit<NotificationListProps, 'onFollow'>;

/** The list of notifications below the bell. */
export function NotificationPopover(props: NotificationPopoverProps) {
  const { target, opened, onChange, ...list } = props;
  const { t } = useTranslation();
  return (
    <Popover
      opened={opened}
      onChange={onChange}
      position="bottom-end"
      width="min(380px, calc(100vw - 16px))"
      trapFocus
      returnFocus
      withRoles={false}
    >
      <Popover.Target>
        {cloneElement(target, { onClick: () => onChange(!opened), 'aria-expanded': opened })}
      </Popover.Target>
      <Popover.Dropdown p={0} role="dialog" aria-label={t('bell.title')}>
        <NotificationList {...list} onFollow={() => onChange(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}
