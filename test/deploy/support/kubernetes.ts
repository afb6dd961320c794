// Validates objects of Kubernetes by the schemas of its API. They accept unknown fields, so each field is also tried with a value of
// no JSON type: a known one is then refused.
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2'
import { Deployment } from 'kubernetes-models/apps/v1'
import { Job } from 'kubernetes-models/batch/v1'
import { Ingress, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1'
import { Namespace, Service } from 'kubernetes-models/v1'
import type { Json } from './yaml.ts'

/** The kinds that our files have. */
const KINDS = {
  Namespace,
  Service,
  Deployment,
  Job,
  Ingress,
  NetworkPolicy,
  PodDisruptionBudget,
  HorizontalPodAutoscaler,
} as const

const problemOf = (object: Json): string | null => {
  const Kind = KINDS[object['kind'] as keyof typeof KINDS] as unknown as
    | { new (data: Json): { validate(): void }; readonly apiVersion: string }
    | undefined
  if (Kind === undefined) return `${String(object['kind'])} is no kind of this test`
  if (Kind.apiVersion !== object['apiVersion']) return `apiVersion must be ${Kind.apiVersion}`
  try {
    new Kind(object).validate()
    return null
  } catch (error) {
    return (error as Error).message
  }
}

type Node = Record<string, unknown> | unknown[]

/** The place of every field in an object. */
function placesOf(node: unknown, place: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([name, value]) => [
    [...place, name],
    ...placesOf(value, [...place, name]),
  ])
}

/** A copy with a function at a place. */
function spoiled(object: Json, place: readonly string[]): Json {
  const copy = structuredClone(object) as Json
  const parent = place
    .slice(0, -1)
    .reduce<Node>((node, name) => (node as Record<string, Node>)[name] as Node, copy as Node)
  ;(parent as Record<string, unknown>)[place.at(-1) ?? ''] = () => {}
  return copy
}

/** The problems of an object. */
export function problemsOf(object: Json): readonly string[] {
  const problem = problemOf(object)
  if (problem !== null) return [problem]
  return placesOf(object).flatMap((place) =>
    problemOf(spoiled(object, place)) === null
      ? [`${place.join('.')} is no field of ${String(object['kind'])}`]
      : [],
  )
}
