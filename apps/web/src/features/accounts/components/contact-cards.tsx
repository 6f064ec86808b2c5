import type { Contact } from '@granary/contract/accounts/http';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import cards from '../../../components/card-list.module.css';
import { formatPlace } from '../filter-customers.ts';
import classes from './contact-cards.module.css';

/** Support contacts with email, phone, address and hours. */
export function ContactCards({ contacts }: { readonly contacts: readonly Contact[] }) {
  const { t } = useTranslation();
  return (
    <ul className={cards['cards']}>
      {contacts.map((contact) => (
        <li key={contact.email} className={classes['card']}>
          <p className={classes['kind']}>{t(`contacts.${contact.kind}`)}</p>
          <h2 className={classes['name']}>{contact.name}</h2>
          <dl className={classes['facts']}>
            <Fact label={t('contacts.email')}>
              <a href={`mailto:${contact.email}`}>{contact.email}</a>
            </Fact>
            {contact.phone !== '' && (
              <Fact label={t('contacts.phone')}>
                <a href={`tel:${contact.phone.replaceAll(/[^+\d]/g, '')}`}>{contact.phone}</a>
              </Fact>
            )}
            {formatPlace(contact) !== '' && (
              <Fact label={t('contacts.address')}>{formatPlace(contact)}</Fact>
            )}
            <Fact label={t('contacts.hours')}>{t('contacts.hoursText')}</Fact>
          </dl>
        </li>
      ))}
    </ul>
  );
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
