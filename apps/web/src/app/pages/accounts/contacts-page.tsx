import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { LoadingBlocks } from '../../../components/loading-blocks.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Page } from '../../../components/page.tsx';
import { QueryContent } from '../../../components/query-content.tsx';
import { contactsQuery } from '../../../features/accounts/api/get-contacts.ts';
import { ContactCards } from '../../../features/accounts/components/contact-cards.tsx';
import { useCan } from '../../../lib/use-can.ts';

export function ContactsPage() {
  const { t } = useTranslation();
  const canListCustomers = useCan('customers.list');
  const query = useQuery(contactsQuery);
  return (
    <Page title={t('contacts.title')}>
      <QueryContent
        query={query}
        loadingContent={<LoadingBlocks count={1} height={240} isGrid />}
        errorFallback={t('contacts.failed')}
      >
        {(contacts) =>
          contacts.length === 0 ? (
            <Notice
              title={t('contacts.none')}
              detail={t(canListCustomers ? 'contacts.noneDetailStaff' : 'contacts.noneDetail')}
            />
          ) : (
            <ContactCards contacts={contacts} />
          )
        }
      </QueryContent>
    </Page>
  );
}
