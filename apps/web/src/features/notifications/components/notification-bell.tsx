import { ActionIcon } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { LazyMenu } from '../../../components/lazy-menu.tsx';
import { notificationsQuery } from '../api/notifications.ts';
import { formatBadge } from '../badge-text.ts';
import classes from './notification-bell.module.css';

const NotificationPopover = lazy(async () => ({
  default: (await import('./notification-popover.tsx')).NotificationPopover,
}));

/** Shows the number of unread notifications, and opens the notification list. */
export function NotificationBell() {
  const { t } = useTranslation();
  const query = useQuery(notificationsQuery);
  const unreadCount = query.data?.filter(({ isRead }) => !isRead).length ?? 0;
  const badge = formatBadge(unreadCount);
  return (
    <LazyMenu
      target={
        <ActionIcon
          className={classes['bell'] ?? ''}
          aria-haspopup="dialog"
          aria-label={
            badge === null
              ? t('bell.open')
              : t('bell.openUnread', { count: unreadCount, shown: badge })
          }
        >
          <IconBell size={22} aria-hidden />
          {badge !== null && <span className={classes['badge']}>{badge}</span>}
        </ActionIcon>
      }
    >
      {(popover) => <NotificationPopover query={query} unreadCount={unreadCount} {...popover} />}
    </LazyMenu>
  );
}
