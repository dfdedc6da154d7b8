import type { OrderPassenger, Schema } from '../../interface/api.ts';
import type { RefusalDetail } from '../../interface/errors/refusal.ts';
import { type OrderContext, refuse, violation } from './order-context.ts';
import { orderRequirements } from './requirements.ts';

type IdentityDocument = Schema['IdentityDocument'];

/**
 * Validates identity documents against the offer (§2.4, §4.2 rule 5): only accepted types, valid until the trip ends
 * and, if it requires documents, a complete one for every passenger. NationalID is needed wherever `dni` is allowed.
 * No two adults have the same passport (assumption flight.identity-document-owner).
 */
export function checkDocuments({ request: { passengers }, tracked: { offer, source } }: OrderContext): void {
  const { requirements } = source.fare;
  refuse('identity_document_not_supported', unsupported(passengers, requirements.allowedDocuments));
  if (orderRequirements.document(requirements)) {
    refuse('identity_document_required', missing(passengers, requirements.allowedDocuments));
    refuse('identity_document_incomplete', incomplete(passengers, orderRequirements.documentFields(requirements)));
  }
  refuse('identity_document_duplicate', duplicates(passengers));
  refuse('identity_document_expired', expired(passengers, tripEnd(offer.slices)));
  if (orderRequirements.nationalId(requirements)) refuse('national_id_required', withoutNationalId(passengers));
}

function unsupported(
  passengers: readonly OrderPassenger[],
  allowed: readonly IdentityDocument['type'][],
): RefusalDetail[] {
  const must =
    allowed.length > 0 ? `must be ${allowed.join(' or ')}` : 'must not be sent, as the offer accepts no documents';
  return eachDocument(passengers, ({ type }, path, index) =>
    allowed.includes(type) ? [] : violation(`${path}/type`, `${must}, got ${type}`, index),
  );
}

function missing(passengers: readonly OrderPassenger[], allowed: readonly IdentityDocument['type'][]): RefusalDetail[] {
  const proofs = allowed.filter(provesIdentity).join(' or ');
  return passengers.flatMap(({ identity_documents: documents = [] }, index) =>
    documents.some(({ type }) => provesIdentity(type))
      ? []
      : violation(`/passengers/${index}/identity_documents`, `must contain a document of type ${proofs}`, index),
  );
}

/** One complete document is enough; otherwise reports the missing fields of the first one. */
function incomplete(
  passengers: readonly OrderPassenger[],
  needed: readonly (keyof IdentityDocument)[],
): RefusalDetail[] {
  const lacking = (document: IdentityDocument | undefined) => needed.filter((field) => document?.[field] === undefined);
  return passengers.flatMap(({ identity_documents: documents = [] }, index) => {
    const proofs = documents.filter(({ type }) => provesIdentity(type));
    if (proofs.some((document) => lacking(document).length === 0)) return [];
    const first = documents.findIndex(({ type }) => provesIdentity(type));
    return lacking(proofs[0]).map((field) =>
      violation(
        `/passengers/${index}/identity_documents/${first}/${field}`,
        'must be given: the offer requires documents',
        index,
      ),
    );
  });
}

/** False for traveller programme and redress numbers: allowed in addition to a document, not in place of it. */
function provesIdentity(type: IdentityDocument['type']): boolean {
  return type !== 'known_traveler_number' && type !== 'passenger_redress_number';
}

/**
 * Finds duplicate numbers of adults: a number belongs to one person in its country, but a parent's passport may include
 * children.
 */
function duplicates(passengers: readonly OrderPassenger[]): RefusalDetail[] {
  const firstWith = new Map<string, number>();
  return eachDocument(passengers, (document, path, index) => {
    if (document.type !== 'passport' || passengers[index]?.type !== 'adult') return [];
    const number = document.unique_identifier.replace(/[\s-]/g, '').toUpperCase();
    const key = `${document.issuing_country_code ?? ''} ${number}`;
    const first = firstWith.get(key) ?? index;
    firstWith.set(key, first);
    if (first === index) return [];
    const must = `must differ from the passport of passengers.${first}, got "${document.unique_identifier}" again`;
    return violation(`${path}/unique_identifier`, must, index);
  });
}

function expired(passengers: readonly OrderPassenger[], lastDay: string): RefusalDetail[] {
  return eachDocument(passengers, ({ expires_on: expiresOn }, path, index) =>
    expiresOn === undefined || expiresOn >= lastDay
      ? []
      : violation(`${path}/expires_on`, `must be ${lastDay} or later, when the trip ends, got ${expiresOn}`, index),
  );
}

/** Returns the last arrival's date, local to its place. */
function tripEnd(slices: readonly Schema['Slice'][]): string {
  return slices.at(-1)?.arrival.arrivingAt.slice(0, 10) ?? '';
}

function withoutNationalId(passengers: readonly OrderPassenger[]): RefusalDetail[] {
  return passengers.flatMap(({ NationalID: nationalId }, index) =>
    nationalId === undefined
      ? violation(`/passengers/${index}/NationalID`, 'must be given: the offer allows dni', index)
      : [],
  );
}

function eachDocument(
  passengers: readonly OrderPassenger[],
  check: (document: IdentityDocument, path: string, index: number) => RefusalDetail | [],
): RefusalDetail[] {
  return passengers.flatMap(({ identity_documents: documents = [] }, index) =>
    documents.flatMap((document, i) => check(document, `/passengers/${index}/identity_documents/${i}`, index)),
  );
}
