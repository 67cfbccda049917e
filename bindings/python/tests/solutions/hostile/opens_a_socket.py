import socket


def valeur(plateau):
    return socket.create_connection(("127.0.0.1", PORT))
