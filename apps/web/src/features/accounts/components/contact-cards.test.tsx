import { expect, it } from 'vitest';
import { renderMarkup } from '../../../lib/render.fixture.tsx';
import { ContactCards } from './contact-cards.tsx';

it("shows a contact's email, office and working hours", () => {
  const markup = renderMarkup(
    <ContactCards
      contacts={[
        {
          kind: 'admin',
          name: 'Prairie Grain',
          email: 'help@dealer.example',
          phone: '+1 204 555-0100',
          city: 'Carman',
          state: 'MB',
          country: 'Canada',
        },
      ]}
    />,
  );
  for (const fact of [
    'Technical support',
    'href="mailto:help@dealer.example"',
    'href="tel:+12045550100"',
    'Carman',
    '8am to 4pm CDT, Monday to Friday',
  ]) {
    expect(markup).toContain(fact);
  }
});
