import { ActionIcon, Popover } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBell } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { notificationsQuery } from '../api/notifications.ts';
import { formatBadge } from '../badge-text.ts';
import classes from './notification-bell.module.css';
import { NotificationList } from './notification-list.tsx';

/** Shows the number of unread notifications, and opens their list. */
export function NotificationBell() {
  const { t } = useTranslation();
  const [isOpen, popover] = useDisclosure(false);
  const query = useQuery(notificationsQuery);
  const unread = query.data?.filter(({ isRead }) => !isRead).length ?? 0;
  const badge = formatBadge(unread);
  return (
    <Popover
      opened={isOpen}
      onChange={(opened) => (opened ? popover.open() : popover.close())}
      position="bottom-end"
      width="min(380px, calc(100vw - 16px))"
      trapFocus
      returnFocus
      withRoles={false}
    >
      <Popover.Target>
        <ActionIcon
          className={classes['bell'] ?? ''}
          onClick={popover.toggle}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          aria-label={
            badge === null ? t('bell.open') : t('bell.openUnread', { count: unread, shown: badge })
          }
        >
          <IconBell size={22} aria-hidden />
          {badge !== null && <span className={classes['badge']}>{badge}</span>}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p={0} role="dialog" aria-label={t('bell.title')}>
        <NotificationList query={query} unread={unread} onFollow={popover.close} />
      </Popover.Dropdown>
    </Popover>
  );
}
