import { order } from '../alter.ts';
import type { BadClient } from '../bad-client.ts';

export default [
  {
    name: 'takes-a-letter-for-a-document-type',
    rule: 'flight-order.mapping.allowed-documents',
    breaks: 'It takes the first item of supportedPassengerIdDocuments, which is a letter where that is a single text.',
    scenario: 'flight-search:single-document,flight-search:documents-required',
    consequences: { 'flight-order.mapping.document-type': 'a letter is none of the allowed types' },
    client: order(({ passengers }, { offer }) => {
      for (const { identity_documents: documents = [] } of passengers)
        for (const document of documents) document.type = offer.supportedPassengerIdDocuments[0];
    }),
  },
] satisfies BadClient[];
