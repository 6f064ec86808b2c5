import type { Notification } from '@granary/contract/notifications/http';
import { Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadingBlocks } from '../../../components/loading-blocks.tsx';
import { Notice } from '../../../components/notice.tsx';
import { QueryContent } from '../../../components/query-content.tsx';
import { useNow } from '../../../lib/clock.ts';
import { toSameOriginPath } from '../../../lib/same-origin-path.ts';
import { useErrorMessage } from '../../../lib/use-error-message.ts';
import { useFormat } from '../../../lib/use-format.ts';
import { useMarkRead } from '../api/notifications.ts';
import classes from './notification-bell.module.css';

export interface NotificationListProps {
  readonly query: UseQueryResult<Notification[]>;
  readonly unreadCount: number;
  /** Called when the user opens a notification's target. */
  readonly onFollow: () => void;
}

export function NotificationList({ query, unreadCount, onFollow }: NotificationListProps) {
  const { t } = useTranslation();
  const formatError = useErrorMessage();
  const markRead = useMarkRead();
  return (
    <div className={classes['panel']}>
      <div className={classes['header']}>
        {/* Gets the focus when the list opens, because the list might be empty. */}
        <h2 className={classes['title']} tabIndex={-1} data-autofocus>
          {t('bell.title')}
        </h2>
        {unreadCount > 0 && (
          <Button variant="subtle" color="ink" px="sm" onClick={() => markRead.mutate(undefined)}>
            {t('bell.readAll')}
          </Button>
        )}
      </div>
      {markRead.isError && (
        <Notice state="warning" isAlert title={formatError(markRead.error, t('bell.readFailed'))} />
      )}
      <QueryContent
        query={query}
        loadingContent={<LoadingBlocks count={3} height={64} />}
        errorFallback={t('bell.failed')}
      >
        {(notifications) =>
          notifications.length === 0 ? (
            <Notice title={t('bell.none')} detail={t('bell.noneDetail')} />
          ) : (
            <ul className={classes['list']}>
              {notifications.map((notification) => (
                <li key={notification.id}>
                  <Item
                    item={notification}
                    onFollow={() => {
                      if (!notification.isRead) markRead.mutate([notification.id]);
                      onFollow();
                    }}
                  />
                </li>
              ))}
            </ul>
          )
        }
      </QueryContent>
    </div>
  );
}

interface ItemProps {
  readonly item: Notification;
  readonly onFollow: () => void;
}

function Item({ item, onFollow }: ItemProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const now = useNow();
  const { body, target, at } = item.data;
  return (
    <Target path={toSameOriginPath(target)} onFollow={onFollow}>
      <span className={classes['itemHeader']}>
        <span className={classes['itemTitle']} data-read={item.isRead}>
          {item.notification.title}
        </span>
        {!item.isRead && (
          <span className={classes['dot']} role="img" aria-label={t('bell.unread')} />
        )}
      </span>
      <span className={classes['body']}>{body}</span>
      <span className={classes['time']}>{format.ago(at, now)}</span>
    </Target>
  );
}

interface TargetProps {
  /** Null if the target is not a path on this site; the notification is then not a link. */
  readonly path: string | null;
  readonly onFollow: () => void;
  readonly children: ReactNode;
}

function Target({ path, onFollow, children }: TargetProps) {
  const { history } = useRouter();
  if (path === null) return <div className={classes['item']}>{children}</div>;
  const follow = (event: MouseEvent) => {
    // Opening in another tab or window is left to the browser.
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) {
      return;
    }
    event.preventDefault();
    onFollow();
    history.push(path);
  };
  return (
    <a href={path} className={classes['item']} onClick={follow}>
      {children}
    </a>
  );
}
