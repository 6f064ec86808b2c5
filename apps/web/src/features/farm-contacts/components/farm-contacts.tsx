import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { LoadingBlocks } from '../../../components/loading-blocks.tsx';
import { Notice } from '../../../components/notice.tsx';
import { QueryContent } from '../../../components/query-content.tsx';
import { farmContactsQuery } from '../api/farm-contacts.ts';
import { AddContactForm } from './add-contact-form.tsx';
import { ContactRow } from './contact-row.tsx';
import classes from './farm-contacts.module.css';

/** Lists the people without an account who get alerts about a farm, with a form to add more. */
export function FarmContacts({ farmId }: { readonly farmId: number }) {
  const { t } = useTranslation();
  const query = useQuery(farmContactsQuery(farmId));
  return (
    <section className={classes['card']}>
      <h2 className={classes['heading']}>{t('farmContacts.title')}</h2>
      <Text>{t('farmContacts.text')}</Text>
      <QueryContent
        query={query}
        loadingContent={<LoadingBlocks count={2} height={64} />}
        errorTitle={t('farmContacts.failed')}
      >
        {({ availableChannels, contacts }) => (
          <>
            {contacts.length === 0 ? (
              <Text>{t('farmContacts.none')}</Text>
            ) : (
              <ul className={classes['list']}>
                {contacts.map((contact) => (
                  <li key={contact.id} className={classes['contact']}>
                    <ContactRow farmId={farmId} contact={contact} />
                  </li>
                ))}
              </ul>
            )}
            {availableChannels.length === 0 ? (
              <Notice
                state="unknown"
                title={t('farmContacts.unavailable')}
                detail={t('farmContacts.unavailableDetail')}
              />
            ) : (
              <AddContactForm farmId={farmId} channels={availableChannels} />
            )}
          </>
        )}
      </QueryContent>
    </section>
  );
}
